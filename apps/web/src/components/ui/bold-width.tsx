/** A word that is bold while it is chosen. It always takes the width of the bold word, so that nothing beside it moves. */
export function BoldWidth({ text }: { text: string }) {
  return (
    <span data-text={text} className="bold-width">
      {text}
    </span>
  )
}
