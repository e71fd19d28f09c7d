import type { RefObject } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { HeadCell, type SortDirection, SortHead, Table } from '#components/ui/table.tsx'
import { VirtualBody } from '#components/ui/virtual-body.tsx'
import { selfHref } from '#lib/siren.ts'
import type { useSelection } from '#lib/use-selection.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { refined, type WorkDataListSearch } from './work-data-list-search.ts'
import { WorkDataRow } from './work-data-row.tsx'

export interface WorkDataRowsProps {
  items: readonly WorkDataDocument[]
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
  selection: ReturnType<typeof useSelection<WorkDataDocument>>
  active: string | undefined
  frame: RefObject<HTMLElement | null>
}

/** Work data in rows of one line. */
export function WorkDataTable({ items, search, onSearch, selection, active, frame }: WorkDataRowsProps) {
  const sortBy = (SortBy: WorkDataListSearch['SortBy']) => ({
    direction: search.SortBy === SortBy && search.SortType !== 'None' ? (search.SortType as SortDirection) : undefined,
    onSort: (SortType: SortDirection) => onSearch(refined(search, { SortBy, SortType })),
  })
  return (
    <Table label="Work data" rowCount={items.length + 1} className="phone:hidden">
      <colgroup>
        <col className="w-13" />
        <col />
        <col className="w-28" />
        <col className="w-24" />
        <col className="w-32" />
        <col className="w-36" />
        <col className="w-24" />
      </colgroup>
      <thead>
        <tr>
          <HeadCell>
            <SelectAll items={items} selection={selection} />
          </HeadCell>
          <SortHead {...sortBy('Name')}>Name</SortHead>
          <SortHead {...sortBy('MediaType')}>Type</SortHead>
          <SortHead {...sortBy('SizeInBytes')} first="Descending" right>
            Size
          </SortHead>
          <SortHead {...sortBy('Kind')}>Kind</SortHead>
          <SortHead {...sortBy('CreatedAt')} first="Descending">
            Created
          </SortHead>
          <HeadCell right>By</HeadCell>
        </tr>
      </thead>
      <VirtualBody
        rows={items}
        frame={frame}
        columns={7}
        renderRow={(file, index) => (
          <WorkDataRow
            key={selfHref(file)}
            file={file}
            index={index}
            selected={selection.has(file)}
            active={active === selfHref(file)}
            onToggle={(range) => selection.toggle(file, range)}
            onTag={(tag) => onSearch(refined(search, { TagsByAnd: [...new Set([...(search.TagsByAnd ?? []), tag])] }))}
          />
        )}
      />
    </Table>
  )
}

function SelectAll({ items, selection }: Pick<WorkDataRowsProps, 'items' | 'selection'>) {
  const count = items.filter((file) => selection.has(file)).length
  return (
    <Checkbox
      aria-label="Select all files on this page"
      className="block"
      checked={count > 0 && count === items.length}
      indeterminate={count > 0 && count < items.length}
      onChange={selection.toggleAll}
    />
  )
}
