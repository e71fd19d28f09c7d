/** Shows text in which `names in backticks` are code. */
export function MarkedText({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity except their position
      <code key={at} className="font-mono text-[0.92em]">
        {part}
      </code>
    ),
  )
}
