import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import * as texts from '#features/account/texts.ts'
import { VerifyEmailChangeScreen } from '#features/account/verify-email-change-screen.tsx'
import { tokenSearch, withoutToken } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'
import { sessionQuery } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'

export const Route = createFileRoute('/verify-email-change')({
  validateSearch: tokenSearch,
  beforeLoad: async ({ context, location, search: { token } }) => {
    if (token !== undefined) throw withoutToken('/verify-email-change', token)
    // Cached in advance, because the change ends the session, which the sign-out page that follows still needs.
    await context.queryClient.ensureQueryData(sessionQuery).catch(() => null)
    return { token: location.state.token }
  },
  component: VerifyEmailChangePage,
})

function VerifyEmailChangePage() {
  const { token } = Route.useRouteContext()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  usePage([{ label: texts.confirmYourNewAddress }])
  // On a device without a session, the sign-out page would redirect to the sign-in page without a confirmation, so the
  // confirmation is shown here.
  function leave() {
    if (queryClient.getQueryData(sessionQuery.queryKey)) {
      return navigate({ to: '/sign-out', search: { newAddress: true }, replace: true })
    }
    toast.success(texts.addressChanged)
    return navigate({ to: '/login', replace: true })
  }
  return (
    <AuthFrame>
      <VerifyEmailChangeScreen token={token} onDone={() => void leave()} />
    </AuthFrame>
  )
}
