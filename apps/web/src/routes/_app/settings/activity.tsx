import { createFileRoute } from '@tanstack/react-router'
import { accountActivityQuery } from '#features/activity/activity.queries.ts'
import { ActivityScreen } from '#features/activity/activity-screen.tsx'
import { ActivitySearch } from '#features/activity/activity-search.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/settings/activity')({
  validateSearch: deferredSearch<ActivitySearch>(),
  loaderDeps: ({ search: { resourceType } }) => ({ resourceType }),
  loader: ({ context, deps }) =>
    context.queryClient.prefetchInfiniteQuery(accountActivityQuery(ActivitySearch.parse(deps))),
  component: ActivityPage,
})

function ActivityPage() {
  const [search, onSearch] = usePageSearch({ reader: ActivitySearch, defaults: {}, entries: ['resourceType'] })
  return <ActivityScreen search={search} onSearch={onSearch} />
}
