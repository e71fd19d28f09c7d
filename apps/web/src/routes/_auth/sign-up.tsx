import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { welcomeQuery } from '#features/account/account.queries.ts'
import { SignUpScreen } from '#features/account/sign-up-screen.tsx'
import { redirectSearch } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'

export const Route = createFileRoute('/_auth/sign-up')({
  validateSearch: redirectSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(welcomeQuery),
  component: SignUpPage,
})

function SignUpPage() {
  const { redirectPath } = Route.useSearch()
  const navigate = useNavigate()
  usePage([{ label: 'Create an account' }])
  return (
    <SignUpScreen
      invited={redirectPath?.startsWith('/invite/') === true}
      onSignedIn={() => void navigate({ href: redirectPath ?? '/dashboard', replace: true })}
    />
  )
}
