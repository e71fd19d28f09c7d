import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { welcomeQuery } from '#features/account/account.queries.ts'
import { LoginScreen } from '#features/account/login-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { loginSearch } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'

export const Route = createFileRoute('/_auth/login')({
  validateSearch: loginSearch,
  beforeLoad: async ({ context }) => {
    const welcome = await context.queryClient.ensureQueryData(welcomeQuery()).catch(() => undefined)
    if (welcome?.firstVisit) throw redirect({ to: '/sign-up' })
  },
  component: LoginPage,
})

function LoginPage() {
  const { redirectPath, error, secondFactor } = Route.useSearch()
  const navigate = useNavigate()
  usePage([{ label: texts.signIn }])
  return (
    <LoginScreen
      wantedPage={redirectPath}
      error={error}
      secondFactor={secondFactor !== undefined}
      onSignedIn={() => void navigate({ href: redirectPath ?? '/dashboard', replace: true })}
    />
  )
}
