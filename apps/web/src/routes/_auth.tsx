import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import { sessionQuery } from '#lib/session.ts'

/** Layout of pages for users who are not signed in. Redirects signed-in users. */
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
