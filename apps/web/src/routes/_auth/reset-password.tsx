import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#features/account/reset-password-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { tokenSearch, withoutToken } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'
import { toast } from '#lib/toast.ts'

export const Route = createFileRoute('/_auth/reset-password')({
  validateSearch: tokenSearch,
  beforeLoad: ({ location, search: { token } }) => {
    if (token !== undefined) throw withoutToken('/reset-password', token)
    return { token: location.state.token }
  },
  component: ResetPasswordPage,
})

function ResetPasswordPage() {
  const { token } = Route.useRouteContext()
  const navigate = useNavigate()
  usePage([{ label: texts.setANewPassword }])
  return (
    <ResetPasswordScreen
      token={token}
      onDone={() => {
        toast.success(texts.passwordSet)
        void navigate({ to: '/login', replace: true })
      }}
    />
  )
}
