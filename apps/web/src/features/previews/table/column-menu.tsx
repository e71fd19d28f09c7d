import { clsx } from 'clsx'
import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Popover } from '#components/ui/popover.tsx'
import { fill } from '#lib/fill.ts'
import type { ColumnPanelProps } from './column-panel.tsx'
import * as texts from './texts.ts'

const loadPanel = () => import('./column-panel.tsx')
const ColumnPanel = lazy(loadPanel)

/**
 * Button that opens the statistics and the filter of a column. Their code is loaded on demand, and the panel opens when
 * it is loaded.
 */
export function ColumnMenu(props: Omit<ColumnPanelProps, 'onLeave'>) {
  const [open, setOpen] = useState(false)
  const { column, filter } = props
  const prepare = () => void loadPanel().catch(() => {})
  function change(next: boolean) {
    if (!next) return setOpen(false)
    // Waits for the panel, because an empty popover would open otherwise. If loading fails, the page reports the error.
    const show = () => setOpen(true)
    void loadPanel().then(show, show)
  }
  const isSet = filter.where.some((condition) => condition.Column === column.Name)
  return (
    <Popover
      label={fill(texts.filterAndStatisticsOf, column.Name)}
      align="end"
      open={open}
      onOpenChange={change}
      sheetOnPhone
      className="scroll-thin max-h-(--available-height) w-84 max-w-[calc(100vw-16px)] overflow-y-auto"
      trigger={
        <button
          type="button"
          aria-label={fill(texts.filter, column.Name)}
          title={texts.filterAndStatistics}
          onFocus={prepare}
          onPointerOver={prepare}
          className={clsx(
            'grid size-6 flex-none place-items-center rounded-sm hover:bg-hover hover:text-ink',
            isSet ? 'bg-accent-soft text-accent' : 'text-ink-3',
          )}
        >
          <ListFilter className="icon-sm" />
        </button>
      }
    >
      <Suspense>
        <ColumnPanel {...props} onLeave={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
