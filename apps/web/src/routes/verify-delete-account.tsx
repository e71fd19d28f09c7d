import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import { DeleteAccountScreen } from '#features/account/delete-account-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { tokenSearch, withoutToken } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'
import { sessionQuery } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'

export const Route = createFileRoute('/verify-delete-account')({
  validateSearch: tokenSearch,
  beforeLoad: async ({ context, location, search: { token } }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/login', search: { redirectPath: location.href } })
    if (token !== undefined) throw withoutToken('/verify-delete-account', token)
    return { session, token: location.state.token }
  },
  component: DeleteAccountPage,
})

function DeleteAccountPage() {
  const { session, token } = Route.useRouteContext()
  const navigate = useNavigate()
  usePage([{ label: texts.deleteAccount }])
  function leave() {
    toast.success(texts.accountDeleted)
    void navigate({ to: '/login', replace: true })
  }
  return (
    <AuthFrame>
      <DeleteAccountScreen token={token} session={session} onDeleted={leave} />
    </AuthFrame>
  )
}
