import { LIMITS } from '@millrace/contracts/limits'
import { clsx } from 'clsx'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount, formatTotal } from '#lib/format.ts'
import { Button } from './button.tsx'
import { Kbd } from './kbd.tsx'
import { Menu, MenuChoice } from './menu.tsx'
import * as texts from './texts.ts'

interface TableFooterProps {
  offset: number
  shown: number
  total: number
  /** The singular noun for a row, such as `job`. */
  one: string
  /** The number of displayed rows or cards, if some represent several resources, such as `12 rows`. */
  rows?: string | undefined
  pageSize: number
  onOffset: (offset: number) => void
  onPageSize?: (pageSize: number) => void
  /** The keyboard shortcuts of the list, each with its description last: `[['J', 'K', 'move'], ['X', 'select']]`. */
  keys?: readonly (readonly string[])[]
  children?: ReactNode
}

const SIZES = ['20', '50', '100'] as const

/** The range (“1–39 of 64 files, in 20 rows”, or “21 jobs”), page size, keyboard shortcuts and page buttons. */
export function TableFooter(props: TableFooterProps) {
  const { offset, shown, total, one, rows, pageSize, onOffset, onPageSize, keys = [], children } = props
  // The offsets from which later pages were opened. Pages may differ in length, so Back can’t calculate them.
  const [starts, setStarts] = useState<Readonly<Record<number, number>>>({})
  const from = shown === 0 ? 0 : offset + 1
  const isLast = offset + shown >= total || offset + shown > LIMITS.pageOffsetMax
  const isWhole = offset === 0 && isLast
  const range = fill(texts.range, formatCount(from), formatCount(offset + shown), formatTotal(total))
  const of = total === 1 ? one : `${one}s`
  return (
    <footer
      className={clsx(
        'flex h-10 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4 touch:h-13',
        isWhole && 'phone:hidden',
      )}
    >
      <span aria-live="polite">
        {isWhole ? formatTotal(total) : range} {of}
        {rows === undefined ? '' : `${isWhole ? '' : ','} in ${rows}`}
      </span>
      {onPageSize ? <PageSize pageSize={pageSize} onPageSize={onPageSize} /> : null}
      {children}
      <span className="ml-auto hidden items-center gap-4 text-ink-3 lg:flex">
        {keys.map((entry) => (
          <KeyHint key={entry.join()} entry={entry} />
        ))}
      </span>
      <span className={clsx('flex gap-1.5 phone:ml-auto max-lg:ml-auto', isWhole && 'hidden')}>
        <Button
          size="sm"
          square
          aria-label={texts.previousPage}
          disabled={offset === 0}
          aria-disabled={offset === 0}
          onClick={() => onOffset(starts[offset] ?? Math.max(0, offset - pageSize))}
          icon={<ChevronLeft />}
        />
        <Button
          size="sm"
          square
          aria-label={texts.nextPage}
          disabled={isLast}
          aria-disabled={isLast}
          onClick={() => {
            setStarts({ ...starts, [offset + shown]: offset })
            onOffset(offset + shown)
          }}
          icon={<ChevronRight />}
        />
      </span>
    </footer>
  )
}

function PageSize({ pageSize, onPageSize }: { pageSize: number; onPageSize: (pageSize: number) => void }) {
  const sizes = new Set<string>([...SIZES, String(pageSize)])
  const options = [...sizes]
    .sort((a, b) => Number(a) - Number(b))
    .map((value) => ({ value, label: fill(texts.perPage, value) }))
  return (
    <span className="phone:hidden">
      <Menu
        align="start"
        side="top"
        trigger={
          <Button size="sm" variant="quiet" className="font-normal!">
            {pageSize} per page
            <ChevronDown className="icon-sm text-ink-3" />
          </Button>
        }
      >
        <MenuChoice
          label={texts.rowsPerPage}
          value={String(pageSize)}
          onChange={(next) => onPageSize(Number(next))}
          choices={options}
          closes
        />
      </Menu>
    </span>
  )
}

function KeyHint({ entry }: { entry: readonly string[] }) {
  return (
    <span className="flex items-center gap-1.5">
      {entry.slice(0, -1).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {entry.at(-1)}
    </span>
  )
}
