import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PillChoice } from '#components/ui/segmented.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { useAdminMode } from '#lib/admin-mode.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { decodeLink } from '#lib/link-code.ts'
import { usePage } from '#lib/page.ts'
import { useSlicedQuery } from '#lib/use-sliced-query.ts'
import { processingStepQueries } from '../processing-steps.queries.ts'
import { categoryGroups, matchingFamilies } from '../step-matching.ts'
import { type StepListSearch, stepFilterOf } from '../step-search.ts'
import { familiesOf } from '../versions.ts'
import { StepFilterBar } from './step-filter-bar.tsx'
import { StepListBody, type StepListProps } from './step-list-body.tsx'
import * as texts from './texts.ts'

const ALL = ''
const GROUPS_SHOWN = 12

/** What can be done with data: every step with what it takes and makes. The state of the list is its address. */
export function StepListScreen({ search, onSearch }: StepListProps) {
  usePage([{ label: texts.processingSteps }])
  const [allUsers] = useAdminMode()
  const query = useSlicedQuery(
    processingStepQueries.list(
      stepFilterOf(search),
      { PropertyName: search.SortBy, SortType: search.SortType },
      { allUsers },
    ),
  )
  const fitting = search.fits && decodeLink(search.fits)
  const { data: file } = useQuery({ ...workDataQueries.detail(fitting ?? ''), enabled: fitting !== undefined })
  const families = familiesOf(query.data?.steps ?? [])
  const found = matchingFamilies(families, {
    find: search.find,
    tag: search.tag,
    category: search.category,
    mediaType: fitting && file?.properties.MediaType,
  })
  const groups = categoryGroups(families).slice(0, GROUPS_SHOWN)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHead
        once
        title={texts.processingSteps}
        facts={query.data ? <span aria-live="polite">{formatCount(found.length)}</span> : null}
        actions={<ViewSwitch view={search.view} onChange={(view) => onSearch({ ...search, view })} />}
      />
      {groups.length > 0 ? (
        <PillChoice
          label={texts.showSteps}
          className="flex-none flex-wrap px-3.5 pb-2.5 phone:flex-nowrap phone:px-2 phone:pt-2"
          value={search.category ?? ALL}
          onChange={(category) => onSearch({ ...search, category: category === ALL ? undefined : category })}
          choices={[
            { value: ALL, label: texts.all, count: families.length },
            ...withChosen(groups, search.category).map(({ category, count }) => ({
              value: category,
              label: category,
              count,
            })),
          ]}
        />
      ) : (
        <div className="h-3 flex-none sm:hidden" />
      )}
      <StepFilterBar families={found} search={search} onSearch={onSearch} fileName={file?.properties.Name} />
      <StepListBody query={query} families={found} search={search} onSearch={onSearch} />
      {query.data && found.length > 0 ? (
        <footer className="flex h-10 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
          {query.data.TotalEntities > query.data.steps.length
            ? fill(texts.searchingTheFirst, formatCount(query.data.steps.length), formatCount(query.data.TotalEntities))
            : plural(found.length, 'step')}
        </footer>
      ) : null}
    </div>
  )
}

/** A category from the address stays visible among the groups. */
function withChosen(groups: { category: string; count: number }[], chosen: string | undefined) {
  if (chosen === undefined || groups.some(({ category }) => category === chosen)) return groups
  return [...groups, { category: chosen, count: 0 }]
}

interface ViewSwitchProps {
  view: StepListSearch['view']
  onChange: (view: StepListSearch['view']) => void
}

function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const button = (mine: ViewSwitchProps['view'], label: string, icon: ReactNode) => (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={view === mine}
      className={view === mine ? 'bg-selected! text-accent!' : ''}
      onClick={() => onChange(mine)}
    />
  )
  return (
    <span className="flex gap-0.5 phone:hidden">
      {button('table', texts.tableView, <List aria-hidden="true" />)}
      {button('cards', texts.cardView, <LayoutGrid aria-hidden="true" />)}
    </span>
  )
}
