import { useEffect } from 'react'
import { useSession } from './session.ts'

const KEY = 'recent-places'
const KEPT = 12

/** A visited page: its path within the app and its title. */
export interface RecentPage {
  href: string
  label: string
  /** The kind of page, such as `Jobs`. */
  of: string
}

/**
 * Returns the pages that the owner visited in this tab, newest first. They are stored per tab, because their titles may
 * name private resources.
 */
export function recentPages(owner: string): readonly RecentPage[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { owner?: string; places?: RecentPage[] }
    return stored.owner === owner ? (stored.places ?? []) : []
  } catch {
    return []
  }
}

/** Pages of another owner are discarded. */
function rememberPlace(owner: string, place: RecentPage): void {
  const others = recentPages(owner).filter(({ href }) => href !== place.href)
  const places = [place, ...others].slice(0, KEPT)
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, places }))
  } catch {
    // Without storage, there are no recent pages.
  }
}

/** Adds the current page to the recent pages. */
export function useRememberedPage(of: string, label: string): void {
  const owner = useRecentPagesOwner()
  useEffect(() => {
    if (owner) rememberPlace(owner, { href: location.pathname, label, of })
  }, [owner, of, label])
}

/** Returns the owner of the recent pages: a user in one context. */
export function useRecentPagesOwner(): string | undefined {
  const session = useSession()
  return session && `${session.user.id} ${session.session.activeOrganizationId ?? ''}`
}
