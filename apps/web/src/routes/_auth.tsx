import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import { sessionQuery } from '#lib/session.ts'

/** Pages for people who are not signed in. Signed-in users are redirected. */
export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session) throw redirect({ to: '/dashboard' })
  },
  component: () => (
    <AuthFrame>
      <Outlet />
    </AuthFrame>
  ),
})
