import { clsx } from 'clsx'
import { pageOutline } from './page-outline.ts'

/** Index of the column that is hidden on narrow cards, because a truncated number would look like another number. */
const WIDE_ONLY = 3

/** Number of lines of 16 px that fit into a card. */
const LINES = 8

/** The first lines of an HTML file as plain text, without anything that could load or run. */
export function MiniPage({ html }: { html: string }) {
  return (
    <span className="@container block text-2xs leading-4 text-ink-2">
      {pageOutline(html, LINES).map(({ cells, isHead, level }, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position
          key={line}
          className={clsx(
            'grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-x-2',
            cells.length > 1 && 'grid-cols-[minmax(0,1.6fr)]',
            level > 0 && 'font-semibold text-ink',
            isHead && 'text-ink-3',
          )}
        >
          {cells.map((cell, at) => {
            const look = clsx('truncate', at > 0 && 'text-right', at === WIDE_ONLY && '@max-[15rem]:hidden')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity except their position
              <span key={at} className={look}>
                {cell}
              </span>
            )
          })}
        </span>
      ))}
    </span>
  )
}
