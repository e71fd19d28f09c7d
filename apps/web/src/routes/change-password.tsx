import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import { ChangePasswordScreen } from '#features/account/change-password-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { redirectSearch } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'
import { sessionQuery } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'

export const Route = createFileRoute('/change-password')({
  validateSearch: redirectSearch,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/login', search: { redirectPath: location.href } })
    return { session }
  },
  component: ChangePasswordPage,
})

function ChangePasswordPage() {
  const { redirectPath } = Route.useSearch()
  const { session } = Route.useRouteContext()
  const navigate = useNavigate()
  usePage([{ label: texts.changePassword }])
  return (
    <AuthFrame>
      <ChangePasswordScreen
        session={session}
        onDone={() => {
          toast.success(texts.passwordChanged)
          void navigate({ href: redirectPath ?? '/dashboard', replace: true })
        }}
      />
    </AuthFrame>
  )
}
