import { createFileRoute } from '@tanstack/react-router'
import { sessionsQuery } from '#features/account/settings/account-settings.queries.ts'
import { AccountSettingsScreen } from '#features/account/settings/account-settings-screen.tsx'

import { providerErrorSearch } from '#lib/auth-paths.ts'

export const Route = createFileRoute('/_app/settings/account')({
  loader: ({ context }) => context.queryClient.prefetchQuery(sessionsQuery),
  validateSearch: providerErrorSearch,
  component: AccountSettingsPage,
})

function AccountSettingsPage() {
  const { error } = Route.useSearch()
  return <AccountSettingsScreen linkError={error} />
}
