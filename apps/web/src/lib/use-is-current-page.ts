import { useMatch, useRouter } from '@tanstack/react-router'
import { isSamePage } from './same-page.ts'

/**
 * Returns a function that tells whether this page is still the requested one. It stays on screen while the next one
 * loads.
 */
export function useIsCurrentPage(): () => boolean {
  const router = useRouter()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return () => isSamePage(router.latestLocation.pathname, path)
}
