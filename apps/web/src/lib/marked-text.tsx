/** A sentence in which `names in backticks` are machine text. */
export function MarkedText({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity but their place
      <code key={at} className="font-mono text-[0.92em]">
        {part}
      </code>
    ),
  )
}
