import { createFileRoute } from '@tanstack/react-router'
import { AdminActivityScreen } from '#features/admin/activity/activity-screen.tsx'
import { ActivitySearch } from '#features/admin/activity/activity-search.ts'
import { serverActivityQuery } from '#features/admin/activity/server-activity.queries.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/admin/activity')({
  validateSearch: deferredSearch<ActivitySearch>(),
  loaderDeps: ({ search: { start: _start, ...search } }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchInfiniteQuery(serverActivityQuery(ActivitySearch.parse(deps))),
  component: ActivityPage,
})

function ActivityPage() {
  const [search, onSearch] = usePageSearch({
    reader: ActivitySearch,
    defaults: {},
    entries: ['action', 'resourceType', 'organizationId', 'userId'],
  })
  return <AdminActivityScreen search={search} onSearch={onSearch} />
}
