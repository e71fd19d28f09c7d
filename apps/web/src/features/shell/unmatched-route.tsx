import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#lib/session.ts'
import { NotFound } from './error-pages.tsx'
import { Shell } from './shell.tsx'

/** The 404 page of paths without a route: inside the shell for signed-in users, otherwise without it. */
export function UnmatchedRoute() {
  const { data: session, isPending } = useQuery(sessionQuery)
  if (isPending) return null
  if (!session) {
    return (
      <main className="flex min-h-dvh">
        <NotFound />
      </main>
    )
  }
  return (
    <Shell>
      <NotFound />
    </Shell>
  )
}
