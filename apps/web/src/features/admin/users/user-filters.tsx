import type { Filter } from '#components/ui/filter-bar.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { ChoiceList } from '../choice-list.tsx'
import { planName } from '../names.ts'
import * as texts from './texts.ts'
import { FILTER_VALUES, type FilterField, filterOf, refinedUsers, type UserListSearch } from './user-list-search.ts'

const LABELS: Record<FilterField, string> = { role: 'Role', plan: 'Plan', emailVerified: 'Email' }

/** Returns the filters of the list. The server applies only one at a time, so setting one replaces another. */
export function userFilters(search: UserListSearch, onSearch: (search: UserListSearch) => void): Filter[] {
  const current = filterOf(search)
  const clear = () =>
    onSearch(refinedUsers(search, { filterField: undefined, filterValue: undefined, filterOperator: 'eq' }))
  return (Object.keys(FILTER_VALUES) as FilterField[]).map((field) => {
    const isSet = current?.field === field
    const operator = isSet && search.filterOperator === 'neq' ? 'is not' : 'is'
    return {
      id: field,
      label: `${LABELS[field]} ${operator}`,
      value: isSet ? valueName(field, current.value) : undefined,
      edit: (close) => (
        <FilterEditor
          field={field}
          search={search}
          onPick={(filterValue) => {
            const filterOperator = isSet ? search.filterOperator : 'eq'
            onSearch(refinedUsers(search, { filterField: field, filterOperator, filterValue }))
            close()
          }}
          onOperator={(filterOperator) => onSearch(refinedUsers(search, { filterOperator }))}
        />
      ),
      onClear: clear,
    }
  })
}

function valueName(field: FilterField, value: string): string {
  if (field === 'plan') return planName(value)
  if (field === 'emailVerified') return value === 'true' ? 'verified' : 'not verified'
  return value
}

interface FilterEditorProps {
  field: FilterField
  search: UserListSearch
  onPick: (value: string) => void
  onOperator: (operator: UserListSearch['filterOperator']) => void
}

function FilterEditor({ field, search, onPick, onOperator }: FilterEditorProps) {
  const isSet = search.filterField === field
  return (
    <div className="grid w-40 gap-3">
      {isSet ? (
        <Segmented
          label={texts.operator}
          size="sm"
          value={search.filterOperator}
          onChange={onOperator}
          choices={[
            { value: 'eq', label: 'is' },
            { value: 'neq', label: 'is not' },
          ]}
        />
      ) : null}
      <ChoiceList
        label={LABELS[field]}
        values={FILTER_VALUES[field]}
        nameOf={(value) => valueName(field, value)}
        onPick={onPick}
      />
    </div>
  )
}
