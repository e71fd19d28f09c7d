import { useMatch, useRouter } from '@tanstack/react-router'
import { isSamePage } from './same-page.ts'

/** Whether the user is still on the page, which stays on screen while the one they chose is loaded. */
export function useIsCurrentPage(): () => boolean {
  const router = useRouter()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return () => isSamePage(router.latestLocation.pathname, path)
}
