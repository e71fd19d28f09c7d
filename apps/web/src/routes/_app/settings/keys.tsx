import { createFileRoute } from '@tanstack/react-router'
import { apiKeysQuery } from '#features/api-keys/api-keys.queries.ts'
import { KeysScreen } from '#features/api-keys/keys-screen.tsx'

const FRESH_MS = 10_000

export const Route = createFileRoute('/_app/settings/keys')({
  loader: ({ context }) => context.queryClient.prefetchQuery({ ...apiKeysQuery, staleTime: FRESH_MS }),
  component: KeysScreen,
})
