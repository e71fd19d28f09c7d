import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { Button } from './button.tsx'
import { FindField, type FindFieldProps } from './find-field.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { Popover } from './popover.tsx'
import * as texts from './texts.ts'

/** A filter of a list. The filter is set while it has a value; its chip reads "label value". */
export interface Filter {
  id: string
  label: string
  /** Undefined while the filter is not set. */
  value: ReactNode | undefined
  /** Renders the editor of the chip; call `close` after a choice. Without an editor, `onAdd` sets the filter. */
  edit?: (close: () => void) => ReactNode
  onAdd?: () => void
  onClear: () => void
}

interface FilterBarProps {
  find?: FindFieldProps
  filters: readonly Filter[]
  onClearAll: () => void
  children?: ReactNode
  tools?: ReactNode
}

/** A search field, chips for set filters, and a menu of the others. The caller keeps the state in the URL. */
export function FilterBar({ find, filters, onClearAll, children, tools }: FilterBarProps) {
  const [editing, setEditing] = useState<string>()
  const shown = filters.filter((filter) => filter.value !== undefined || filter.id === editing)
  const others = filters.filter((filter) => filter.value === undefined)

  function add(filter: Filter) {
    if (filter.onAdd) filter.onAdd()
    else setEditing(filter.id)
  }

  return (
    <div className="flex flex-none flex-wrap items-center gap-2 px-6 pb-3 phone:px-4">
      {find ? (
        <span data-list-tools className="contents">
          <FindField {...find} />
        </span>
      ) : null}
      {shown.map((filter) => (
        <FilterChip
          key={filter.id}
          filter={filter}
          open={editing === filter.id}
          onOpenChange={(open) => setEditing(open ? filter.id : undefined)}
        />
      ))}
      {others.length > 0 ? (
        <Menu
          align="start"
          trigger={
            <Button
              data-list-tools
              size="sm"
              variant="quiet"
              className={find || shown.length > 0 ? undefined : '-ml-2.5'}
              icon={<Plus />}
            >
              {texts.filter}
            </Button>
          }
        >
          {others.map((filter) => (
            <MenuItem key={filter.id} onClick={() => add(filter)}>
              {filter.label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {children ? (
        <span data-list-tools className="contents">
          {children}
        </span>
      ) : null}
      <span data-list-tools className="-mr-2 ml-auto flex items-center gap-1 empty:hidden">
        {shown.some((filter) => filter.value !== undefined) ? (
          <Button size="sm" variant="text" onClick={onClearAll}>
            {texts.clearFilters}
          </Button>
        ) : null}
        {tools}
      </span>
    </div>
  )
}

interface FilterChipProps {
  filter: Filter
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A chip that reads "Field is value ×". Pressing the words edits the value in place. */
function FilterChip({ filter, open, onOpenChange }: FilterChipProps) {
  const words = (
    <>
      <span className="flex-none">{filter.label}</span>
      <b className="max-w-56 min-w-0 truncate font-medium text-ink">{filter.value ?? '…'}</b>
    </>
  )
  const wordsClass = clsx(
    'flex h-full min-w-0 items-center gap-[5px] rounded-l-md pr-1 pl-[9px]',
    filter.edit && 'hover:bg-hover',
  )
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-md border border-line-strong text-ink-2 touch:h-11">
      {filter.edit ? (
        <Popover
          label={filter.label}
          open={open}
          onOpenChange={onOpenChange}
          trigger={
            <button type="button" className={wordsClass}>
              {words}
            </button>
          }
        >
          {filter.edit(() => onOpenChange(false))}
        </Popover>
      ) : (
        <span className={wordsClass}>{words}</span>
      )}
      <button
        type="button"
        aria-label={fill(texts.removeFilter, filter.label)}
        onClick={() => {
          onOpenChange(false)
          filter.onClear()
        }}
        className="grid h-full w-6 flex-none place-items-center rounded-r-md text-ink-3 hover:text-ink touch:w-11"
      >
        <X className="icon-sm" />
      </button>
    </span>
  )
}
