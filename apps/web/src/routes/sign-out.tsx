import { createFileRoute, redirect } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import { SignOutScreen } from '#features/account/sign-out-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { usePage } from '#lib/page.ts'
import { sessionQuery } from '#lib/session.ts'

interface SignOutSearch {
  /** The user was redirected here because their email address was changed. */
  newAddress?: true | undefined
}

export const Route = createFileRoute('/sign-out')({
  validateSearch: (search: Record<string, unknown>): SignOutSearch => ({
    newAddress: search.newAddress ? true : undefined,
  }),
  // Only a cached session counts, because this page must not request anything from the server first.
  beforeLoad: ({ context, cause }) => {
    if (cause === 'stay') return
    if (!context.queryClient.getQueryData(sessionQuery.queryKey)) throw redirect({ to: '/login' })
  },
  component: SignOutPage,
})

function SignOutPage() {
  const { newAddress } = Route.useSearch()
  usePage([{ label: texts.signOut }])
  return (
    <AuthFrame>
      <SignOutScreen newAddress={newAddress === true} />
    </AuthFrame>
  )
}
