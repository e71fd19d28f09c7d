import { Fragment } from 'react'

/** Names and values, one pair in a line of 16 px. */
export function MiniFacts({ facts }: { facts: readonly [name: string, value: string][] }) {
  return (
    <span className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 text-xs leading-4">
      {facts.slice(0, 12).map(([key, value]) => (
        <Fragment key={key}>
          <span className="truncate text-ink-3">{key}</span>
          <span className="truncate">{value}</span>
        </Fragment>
      ))}
    </span>
  )
}
