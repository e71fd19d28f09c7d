import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailScreen } from '#features/account/verify-email-screen.tsx'
import { tokenSearch } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'

export const Route = createFileRoute('/_auth/verify-email')({
  validateSearch: tokenSearch,
  component: VerifyEmailPage,
})

function VerifyEmailPage() {
  const { token } = Route.useSearch()
  usePage([{ label: 'Confirm your address' }])
  return <VerifyEmailScreen token={token} />
}
