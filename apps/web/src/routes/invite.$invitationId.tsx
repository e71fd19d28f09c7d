import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import { InviteScreen } from '#features/account/invite-screen.tsx'
import { usePage } from '#lib/page.ts'
import { sessionQuery } from '#lib/session.ts'

export const Route = createFileRoute('/invite/$invitationId')({
  beforeLoad: async ({ context }) => ({ session: await context.queryClient.ensureQueryData(sessionQuery) }),
  component: InvitePage,
})

function InvitePage() {
  const { invitationId } = Route.useParams()
  const { session } = Route.useRouteContext()
  const navigate = useNavigate()
  usePage([{ label: 'Invitation' }])
  return (
    <AuthFrame>
      <InviteScreen
        invitationId={invitationId}
        session={session}
        onLeave={() => void navigate({ to: '/dashboard', replace: true })}
      />
    </AuthFrame>
  )
}
