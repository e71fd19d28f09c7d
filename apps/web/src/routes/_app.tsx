import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { Shell } from '#features/shell/shell.tsx'
import { sessionQuery } from '#lib/session.ts'

interface AppSearch {
  /** Opens the start panel over any page; see lib/start-search.ts. */
  start?: string
}

/** Everything behind the sign-in: guard, shell, live updates. */
export const Route = createFileRoute('/_app')({
  validateSearch: (search: Record<string, unknown>): AppSearch =>
    typeof search.start === 'string' && search.start ? { start: search.start } : {},
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/login', search: { redirectPath: location.href } })
    if (session.session.passwordResetRequired) {
      throw redirect({ to: '/change-password', search: { redirectPath: location.href } })
    }
    return { session }
  },
  component: AppLayout,
})

function AppLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
