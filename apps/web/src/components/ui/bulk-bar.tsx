import { LIMITS } from '@millrace/contracts/limits'
import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount, formatTotal } from '#lib/format.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from './button.tsx'
import { Kbd } from './kbd.tsx'
import * as texts from './texts.ts'

interface BulkBarProps {
  selected: number
  /** The number of matching resources. Shown if more match than are selected. */
  total: number
  /** The user chose “Select all”, but more resources match than can be selected. */
  isPart: boolean
  onSelectAll?: () => void
  onDone: () => void
  children: ReactNode
}

/** The floating bar of a selection. Escape clears the selection. */
export function BulkBar({ selected, total, isPart, onSelectAll, onDone, children }: BulkBarProps) {
  const most = Math.min(total, LIMITS.pageSizeMax)
  useKeys({ escape: onDone })
  return (
    <section
      aria-label={texts.selection}
      className="absolute bottom-13 left-1/2 z-20 flex h-11 max-w-[calc(100%-16px)] -translate-x-1/2 items-center gap-0.5 overflow-x-auto rounded-lg bg-raised pr-1.5 pl-3.5 whitespace-nowrap shadow-pop touch:h-13"
    >
      <span aria-live="polite" className="font-medium">
        {isPart && total > selected
          ? fill(texts.selectedOf, formatCount(selected), formatTotal(total))
          : fill(texts.selected, formatCount(selected))}
      </span>
      {onSelectAll && most > selected ? (
        <button type="button" onClick={onSelectAll} className="px-2 font-medium text-accent hover:underline">
          {most < total
            ? fill(texts.selectFirst, formatCount(most), formatTotal(total))
            : fill(texts.selectAll, formatCount(total))}
        </button>
      ) : null}
      <Line />
      {/* Without icons, all buttons fit beside the sidebar on a laptop. */}
      <span className="contents sm:max-xl:[&_button:not([aria-busy])_svg]:hidden sm:max-xl:[&_a_svg]:hidden">
        {children}
      </span>
      <span className="sticky -right-1.5 -mr-1.5 flex flex-none items-center bg-raised pr-1.5">
        <Line />
        <Button variant="quiet" size="sm" onClick={onDone}>
          {texts.done} <Kbd>Esc</Kbd>
        </Button>
      </span>
    </section>
  )
}

function Line() {
  return <span aria-hidden="true" className="mx-1.5 h-5 w-px flex-none bg-line" />
}
