import { ACTIVITY_ACTIONS, ACTIVITY_RESOURCES } from '@millrace/contracts/activity'
import { useQuery } from '@tanstack/react-query'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { ChoiceList } from '../choice-list.tsx'
import { HolderEditor } from '../holder-editor.tsx'
import { administratedOrganizations } from '../organizations/administrated-organizations.queries.ts'
import { userQueries } from '../users/users.queries.ts'
import type { ActivitySearch } from './activity-search.ts'
import * as texts from './texts.ts'

/** Returns the filters of the log with their values, and functions to edit and clear them. */
export function useActivityFilters(search: ActivitySearch, onSearch: (search: ActivitySearch) => void): Filter[] {
  const set = (change: Partial<ActivitySearch>) => onSearch({ ...search, ...change })
  const { userId = '', organizationId = '' } = search
  const { data: user } = useQuery({ ...userQueries.detail(userId), enabled: userId !== '' })
  const { data: organization } = useQuery({
    ...administratedOrganizations.detail(organizationId),
    enabled: organizationId !== '',
  })
  return [
    {
      id: 'action',
      label: texts.actionIs,
      value: search.action && texts.ACTIONS[search.action],
      edit: (close) => (
        <ChoiceList
          label={texts.action}
          values={ACTIVITY_ACTIONS}
          nameOf={(action) => texts.ACTIONS[action]}
          onPick={(action) => [set({ action }), close()]}
        />
      ),
      onClear: () => set({ action: undefined }),
    },
    {
      id: 'resourceType',
      label: texts.kindIs,
      value: search.resourceType && texts.KINDS[search.resourceType],
      edit: (close) => (
        <ChoiceList
          label={texts.kind}
          values={ACTIVITY_RESOURCES}
          nameOf={(kind) => texts.KINDS[kind]}
          onPick={(resourceType) => [set({ resourceType }), close()]}
        />
      ),
      onClear: () => set({ resourceType: undefined }),
    },
    {
      id: 'organizationId',
      label: texts.organizationIs,
      value: search.organizationId && (organization?.name ?? search.organizationId),
      edit: (close) => <HolderEditor kind="organization" onPick={({ id }) => [set({ organizationId: id }), close()]} />,
      onClear: () => set({ organizationId: undefined }),
    },
    {
      id: 'userId',
      label: texts.userIs,
      value: search.userId && (user?.name ?? search.userId),
      edit: (close) => <HolderEditor kind="user" onPick={({ id }) => [set({ userId: id }), close()]} />,
      onClear: () => set({ userId: undefined }),
    },
  ]
}
