import { formatCount } from '#lib/format.ts'

const SHOWN = 5

/** The names of the resources that a dialog is about, or the first few of many. */
export function NameList({ names }: { names: readonly string[] }) {
  const more = names.length - SHOWN
  return (
    <ul className="mb-2 wrap-anywhere text-ink">
      {names.slice(0, SHOWN).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may occur twice
        <li key={at} dir="auto" className="line-clamp-2">
          {name}
        </li>
      ))}
      {more > 0 ? <li className="text-ink-2">and {formatCount(more)} more</li> : null}
    </ul>
  )
}
