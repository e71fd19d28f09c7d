/** A word that is bold while selected. It always has the width of the bold word, so that its neighbors don’t move. */
export function BoldWidth({ text }: { text: string }) {
  return (
    <span data-text={text} className="bold-width">
      {text}
    </span>
  )
}
