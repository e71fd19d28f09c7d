import { createFileRoute } from '@tanstack/react-router'
import { apiKeysOnOpen } from '#features/api-keys/api-keys.queries.ts'
import { KeysScreen } from '#features/api-keys/keys-screen.tsx'

export const Route = createFileRoute('/_app/settings/keys')({
  loader: ({ context }) => context.queryClient.prefetchQuery(apiKeysOnOpen),
  component: KeysScreen,
})
