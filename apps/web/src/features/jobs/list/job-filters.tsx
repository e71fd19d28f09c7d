import { STATE_LABELS } from '@millrace/contracts/texts'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { createdFilters, folderFilters, hiddenFilter, tagFilters } from '#components/ui/list-filters.tsx'
import { ownerFilter } from '#components/ui/owner-filter.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { decodeLink } from '#lib/link-code.ts'
import { refined } from '#lib/list-search.ts'
import { DocumentName, PickEditor, StateEditor } from './filter-editors.tsx'
import type { JobListSearch } from './job-list-search.ts'
import { textFilter } from './text-filter.tsx'
import * as texts from './texts.ts'

/**
 * Returns the filters of the job list with their values, and functions to edit and clear them. `tags` are the tags of
 * the matching jobs.
 */
export function useJobFilters(
  search: JobListSearch,
  onSearch: (search: JobListSearch) => void,
  tags: readonly string[],
): Filter[] {
  const [allUsers] = useAdminMode()
  const set = (change: Partial<JobListSearch>) => onSearch(refined(search, change))
  return [
    {
      id: 'State',
      label: texts.stateIs,
      value: search.State && STATE_LABELS[search.State],
      edit: (close) => <StateEditor value={search.State} onChange={(State) => [set({ State }), close()]} />,
      onClear: () => set({ State: undefined }),
    },
    ...(allUsers ? [ownerFilter(search.user, (user) => set({ user }))] : []),
    linkFilter('step', texts.stepIs, 'step'),
    linkFilter('data', texts.dataIs, 'data'),
    ...(search.cause
      ? [{ id: 'cause', label: texts.causeIs, value: search.cause, onClear: () => set({ cause: undefined }) }]
      : []),
    ...(search.parent ? [linkFilter('parent', texts.subJobOf, 'parent')] : []),
    ...(search.parent && search.node
      ? [{ id: 'node', label: texts.nodeIs, value: search.node, onClear: () => set({ node: undefined }) }]
      : []),
    textFilter({
      id: 'parameter',
      label: texts.parameterIs,
      placeholder: 'window = 5, or any value',
      value: search.parameter,
      onChange: (parameter) => set({ parameter }),
    }),
    textFilter({
      id: 'log',
      label: texts.logContains,
      placeholder: texts.textInTheLog,
      value: search.log,
      onChange: (log) => set({ log }),
    }),
    ...createdFilters(search, set),
    ...folderFilters(search.folder, tags, (folder) => set({ folder })),
    ...tagFilters(search, set, tags),
    {
      id: 'sub',
      label: texts.subJobs,
      value: search.sub === 'hidden' ? undefined : search.sub === 'only' ? 'only' : 'shown',
      onAdd: () => set({ sub: 'shown' }),
      onClear: () => set({ sub: 'hidden' }),
    },
    {
      id: 'sweeps',
      label: texts.jobsOfSweeps,
      value: search.sweeps === 'hidden' ? 'hidden' : undefined,
      onAdd: () => set({ sweeps: 'hidden' }),
      onClear: () => set({ sweeps: 'shown' }),
    },
    hiddenFilter(texts.hiddenJobsAre, search, set),
  ]

  function linkFilter(key: 'step' | 'data' | 'parent', label: string, what: 'step' | 'data' | 'parent'): Filter {
    const href = search[key] && decodeLink(search[key])
    return {
      id: key,
      label,
      value: href && <DocumentName href={href} what={what} />,
      ...(what === 'parent'
        ? {}
        : { edit: (close) => <PickEditor what={what} onPick={(code) => [set({ [key]: code }), close()]} /> }),
      onClear: () => set({ [key]: undefined }),
    }
  }
}
