import { createFileRoute } from '@tanstack/react-router'
import { sessionsQuery } from '#features/account/settings/account-settings.queries.ts'
import { AccountSettingsScreen } from '#features/account/settings/account-settings-screen.tsx'

export const Route = createFileRoute('/_app/settings/account')({
  loader: ({ context }) => context.queryClient.prefetchQuery(sessionsQuery),
  component: AccountSettingsScreen,
})
