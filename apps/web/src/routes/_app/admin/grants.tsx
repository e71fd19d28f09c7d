import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { GrantsScreen } from '#features/admin/grants/grants-screen.tsx'
import { heldGrantsQuery } from '#features/admin/grants/held-grants.queries.ts'

export const Route = createFileRoute('/_app/admin/grants')({
  validateSearch: ({ holder }: Record<string, unknown>): { holder?: string | undefined } => ({
    holder: holder === undefined || holder === '' ? undefined : String(holder),
  }),
  loader: ({ context }) => context.queryClient.prefetchQuery(heldGrantsQuery),
  component: GrantsPage,
})

function GrantsPage() {
  const { holder } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <GrantsScreen holder={holder} onHolder={(next) => void navigate({ search: { holder: next }, replace: true })} />
  )
}
