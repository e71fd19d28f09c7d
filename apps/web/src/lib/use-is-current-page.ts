import { useMatch, useRouter } from '@tanstack/react-router'
import { isSamePage } from './same-page.ts'

/** Returns a function that tells whether the user is still here. A page stays on screen while the next one loads. */
export function useIsCurrentPage(): () => boolean {
  const router = useRouter()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return () => isSamePage(router.latestLocation.pathname, path)
}
