import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { fill } from '#lib/fill.ts'
import { Button } from './button.tsx'
import { Menu, MenuChoice } from './menu.tsx'
import type { SortDirection } from './table.tsx'
import * as texts from './texts.ts'

export interface SortMenuProps<By extends string> {
  /** Labels of the sort orders, by the server's property names. */
  labels: Record<By, string>
  search: { SortBy: By; SortType: SortDirection | 'None' }
  onSort: (change: { SortBy?: By; SortType: SortDirection }) => void
}

/** Properties that sort in ascending order first. Others start with the newest or largest. */
const ASCENDING_FIRST = ['Name', 'Title', 'MediaType', 'Kind']

/** Menu that chooses the sort order of a list. */
export function SortMenu<By extends string>({ labels, search, onSort }: SortMenuProps<By>) {
  const Arrow = search.SortType === 'Ascending' ? ArrowUp : ArrowDown
  return (
    <Menu
      trigger={
        <Button size="sm" variant="quiet" aria-label={fill(texts.sort, labels[search.SortBy])}>
          <Arrow aria-hidden="true" className="icon-sm text-ink-3" />
          <span>{labels[search.SortBy]}</span>
          <ChevronDown className="icon-sm text-ink-3" />
        </Button>
      }
    >
      <MenuChoice
        label={texts.sortBy}
        value={search.SortBy}
        onChange={(SortBy) =>
          onSort({ SortBy, SortType: ASCENDING_FIRST.includes(SortBy) ? 'Ascending' : 'Descending' })
        }
        choices={(Object.entries(labels) as [By, string][]).map(([value, label]) => ({ value, label }))}
      />
      <MenuChoice
        label={texts.order}
        value={search.SortType}
        onChange={(SortType) => {
          if (SortType !== 'None') onSort({ SortType })
        }}
        choices={[
          { value: 'Ascending', label: texts.ascending },
          { value: 'Descending', label: texts.descending },
        ]}
      />
    </Menu>
  )
}
