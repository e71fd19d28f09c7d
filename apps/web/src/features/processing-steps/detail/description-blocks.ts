interface Block {
  text: string
  /** The items, if the block is a list. Otherwise empty. */
  items: string[]
}

/**
 * Splits a description into paragraphs and lists, which are separated by empty lines. List items start with a hyphen.
 * Other line breaks are ignored.
 */
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
