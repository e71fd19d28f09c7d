import { createFileRoute } from '@tanstack/react-router'
import { sessionsQuery } from '#features/account/settings/account-settings.queries.ts'
import { AccountSettingsScreen } from '#features/account/settings/account-settings-screen.tsx'

import { providerErrorSearch } from '#lib/auth-paths.ts'
import { sessionQuery } from '#lib/session.ts'

export const Route = createFileRoute('/_app/settings/account')({
  loader: async ({ context: { queryClient } }) => {
    const current = await queryClient.ensureQueryData(sessionQuery)
    if (current) await queryClient.prefetchQuery(sessionsQuery(current.session.id))
  },
  validateSearch: providerErrorSearch,
  component: AccountSettingsPage,
})

function AccountSettingsPage() {
  const { error } = Route.useSearch()
  return <AccountSettingsScreen linkError={error} />
}
