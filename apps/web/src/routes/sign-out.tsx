import { createFileRoute, redirect } from '@tanstack/react-router'
import { AuthFrame } from '#features/account/auth-frame.tsx'
import { SignOutScreen } from '#features/account/sign-out-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { usePage } from '#lib/page.ts'
import { sessionQuery } from '#lib/session.ts'

interface SignOutSearch {
  /** Came here because the address was changed. */
  newAddress?: true | undefined
}

export const Route = createFileRoute('/sign-out')({
  validateSearch: (search: Record<string, unknown>): SignOutSearch => ({
    newAddress: search.newAddress ? true : undefined,
  }),
  // Only a session already in the cache counts: this page must not ask the server first.
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
