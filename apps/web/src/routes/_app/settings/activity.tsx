import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { accountActivityQuery } from '#features/activity/activity.queries.ts'
import { ActivityScreen } from '#features/activity/activity-screen.tsx'
import { ActivitySearch } from '#features/activity/activity-search.ts'
import { lateSearch } from '#lib/late-search.ts'

export const Route = createFileRoute('/_app/settings/activity')({
  validateSearch: lateSearch<ActivitySearch>(),
  loaderDeps: ({ search: { resourceType } }) => ({ resourceType }),
  loader: ({ context, deps }) =>
    context.queryClient.prefetchInfiniteQuery(accountActivityQuery(ActivitySearch.parse(deps))),
  component: ActivityPage,
})

function ActivityPage() {
  const search = ActivitySearch.parse(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return <ActivityScreen search={search} onSearch={(next) => void navigate({ search: next })} />
}
