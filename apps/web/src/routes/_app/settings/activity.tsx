import { createFileRoute } from '@tanstack/react-router'
import { accountActivityQuery } from '#features/activity/activity.queries.ts'
import { ActivityScreen } from '#features/activity/activity-screen.tsx'

export const Route = createFileRoute('/_app/settings/activity')({
  loader: ({ context }) => context.queryClient.prefetchInfiniteQuery(accountActivityQuery),
  component: ActivityScreen,
})
