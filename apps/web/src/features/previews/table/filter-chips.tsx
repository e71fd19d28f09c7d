import { FilterBar } from '#components/ui/filter-bar.tsx'
import type { RowFilter } from '../previews.queries.ts'
import { exactNumber, plainNumber } from './number-format.ts'
import { conditionText } from './row-conditions.ts'
import type { TableColumn } from './table-columns.ts'
import * as texts from './texts.ts'

interface FilterChipsProps {
  filter: RowFilter
  columns: readonly TableColumn[]
  onFilter: (change: Partial<Pick<RowFilter, 'where' | 'ignoreCase'>>) => void
}

export function FilterChips({ filter: { where, ignoreCase }, columns, onFilter }: FilterChipsProps) {
  if (where.length === 0) return null
  return (
    <section aria-label={texts.filters}>
      <FilterBar
        filters={where.map((condition, at) => {
          const column = columns.find(({ column: { Name } }) => Name === condition.Column)?.column
          return {
            id: `${at} ${condition.Column}`,
            label: condition.Column,
            value: conditionText(condition, (value) => {
              if (!column) return value
              // Values selected from the list are in the file's notation.
              return exactNumber(condition.Is === 'OneOf' ? plainNumber(value, column) : value, column)
            }),
            onClear: () => onFilter({ where: where.toSpliced(at, 1) }),
          }
        })}
        onClearAll={() => onFilter({ where: [], ignoreCase: false })}
      >
        {ignoreCase ? <span className="text-xs text-ink-3">{texts.ignoringCase}</span> : null}
      </FilterBar>
    </section>
  )
}
