import { ListTools } from '#components/ui/list-tools.tsx'
import { ViewSwitch } from '#components/ui/view-switch.tsx'
import { withoutDefaults } from '#lib/deferred-search.ts'
import type { StepFamily } from '#lib/step-versions.ts'
import { STEP_LIST_DEFAULTS } from '../step-search.ts'
import type { StepListProps } from './step-list-body.tsx'
import { linesOf, listedTags, stepColumns } from './step-list-layout.tsx'
import * as texts from './texts.ts'

const SORT_LABELS = { Title: texts.title, CreatedAt: texts.created, LastModifiedAt: texts.changed }

interface StepListToolsProps extends StepListProps {
  families: readonly StepFamily[]
}

/** Tools of the list of steps. The export contains only the newest version of each step. */
export function StepListTools({ families, search, onSearch }: StepListToolsProps) {
  const rows = linesOf(families, new Set())
  const { shared, showsTags } = listedTags(families)
  const columns = stepColumns({
    sharedTags: shared,
    showsTags,
    hasOlder: false,
    mostJobs: 1,
    onUnfold: () => {},
    onTag: () => {},
  })
  return (
    <ListTools
      list="processing-steps"
      columns={columns}
      chosen={search.columns}
      onChoose={(columns) => onSearch({ ...search, columns })}
      search={withoutDefaults(search, STEP_LIST_DEFAULTS)}
      read={async (offset, size) => ({ rows: rows.slice(offset, offset + size), total: rows.length })}
      isTable={search.view === 'table'}
      sort={{ labels: SORT_LABELS, search, onSort: (change) => onSearch({ ...search, ...change }) }}
    >
      <ViewSwitch view={search.view} views={['table', 'cards']} onChange={(view) => onSearch({ ...search, view })} />
    </ListTools>
  )
}
