import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#lib/session.ts'
import { LostPage } from './lost-pages.tsx'
import { Shell } from './shell.tsx'

/** The 404 page of an address no route knows: inside the shell for signed-in users, on its own for others. */
export function UnknownAddress() {
  const { data: session, isPending } = useQuery(sessionQuery)
  if (isPending) return null
  if (!session) {
    return (
      <main className="flex min-h-dvh">
        <LostPage />
      </main>
    )
  }
  return (
    <Shell>
      <LostPage />
    </Shell>
  )
}
