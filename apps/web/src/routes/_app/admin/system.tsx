import { createFileRoute } from '@tanstack/react-router'
import { systemQuery } from '#features/admin/system/system.queries.ts'
import { SystemScreen } from '#features/admin/system/system-screen.tsx'

export const Route = createFileRoute('/_app/admin/system')({
  loader: ({ context }) => context.queryClient.prefetchQuery(systemQuery),
  component: SystemScreen,
})
