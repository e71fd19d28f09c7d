import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { welcomeQuery } from '#features/account/account.queries.ts'
import { SignUpScreen } from '#features/account/sign-up-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { redirectSearch } from '#lib/auth-paths.ts'
import { usePage } from '#lib/page.ts'

interface SignUpSearch {
  redirectPath?: string | undefined
  /** The token of the setup link that the server prints while there is no account. */
  setup?: string | undefined
}

export const Route = createFileRoute('/_auth/sign-up')({
  validateSearch: (search: Record<string, unknown>): SignUpSearch => ({
    ...redirectSearch(search),
    setup: search.setup === undefined ? undefined : String(search.setup),
  }),
  loaderDeps: ({ search }) => ({ setup: search.setup }),
  loader: ({ context, deps }) => context.queryClient.ensureQueryData(welcomeQuery(deps.setup)),
  component: SignUpPage,
})

const INVITATION = /^\/invite\/([^/?#]+)$/

function SignUpPage() {
  const { redirectPath, setup } = Route.useSearch()
  const navigate = useNavigate()
  usePage([{ label: texts.createAnAccount }])
  return (
    <SignUpScreen
      setup={setup}
      invitation={redirectPath?.match(INVITATION)?.[1]}
      onSignedIn={() => void navigate({ href: redirectPath ?? '/dashboard', replace: true })}
    />
  )
}
