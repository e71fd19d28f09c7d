import { createFileRoute } from '@tanstack/react-router'
import * as texts from '#features/account/texts.ts'
import { VerifyEmailScreen } from '#features/account/verify-email-screen.tsx'
import { tokenSearch, withoutToken } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'

export const Route = createFileRoute('/_auth/verify-email')({
  validateSearch: tokenSearch,
  beforeLoad: ({ location, search: { token } }) => {
    if (token !== undefined) throw withoutToken('/verify-email', token)
    return { token: location.state.token }
  },
  component: VerifyEmailPage,
})

function VerifyEmailPage() {
  const { token } = Route.useRouteContext()
  usePage([{ label: texts.confirmYourAddress }])
  return <VerifyEmailScreen token={token} />
}
