import { clsx } from 'clsx'
import type { TablePreview } from '../previews.queries.ts'

interface SheetTabsProps {
  head: TablePreview
  /** Label of the tabs: sheets of a workbook, or tables of a database. */
  label: string
  onSelect: (href: string) => void
}

/**
 * Tabs for the sheets of a workbook or the tables of a database, shown below the current one, as in spreadsheet
 * programs.
 */
export function SheetTabs({ head, label, onSelect }: SheetTabsProps) {
  const sheets = head.links.filter(({ rel }) => rel.includes('Sheet'))
  if (sheets.length < 2) return null
  return (
    <nav aria-label={label} className="flex flex-none gap-0.5 overflow-x-auto border-t border-line px-3 py-1">
      {sheets.map(({ title = '', href }) => {
        const isCurrent = title === head.properties.Sheet
        return (
          <button
            key={title}
            type="button"
            aria-current={isCurrent ? 'true' : undefined}
            onClick={() => onSelect(href)}
            className={clsx(
              'h-7 flex-none rounded-md px-2.5 text-sm whitespace-nowrap touch:h-11',
              isCurrent ? 'bg-accent-soft font-medium text-accent' : 'text-ink-2 hover:bg-hover',
            )}
          >
            {title}
          </button>
        )
      })}
    </nav>
  )
}
