interface Block {
  text: string
  /** The items, if it is a list. */
  items: string[]
}

/** Paragraphs and lists of a description. Empty lines separate them, and items start with a hyphen; other line ends do not count. */
export function blocksOf(description: string): Block[] {
  return description
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => ({ text: joined(block), items: block.startsWith('- ') ? itemsOf(block) : [] }))
}

function itemsOf(block: string): string[] {
  return block.split(/^- /m).map(joined).filter(Boolean)
}

function joined(lines: string): string {
  return lines.replace(/\s*\n\s*/g, ' ').trim()
}
