import { useEffect } from 'react'
import { useSession } from './session.ts'

const KEY = 'recent-places'
const KEPT = 12

/** A visited page: its address within the app and its title. */
export interface RecentPage {
  href: string
  label: string
  /** The kind of page, such as `Jobs`. */
  of: string
}

/** The pages of this tab, the last one first. They contain names of private resources, so they are kept only as long as the tab. */
export function recentPages(owner: string): readonly RecentPage[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { owner?: string; places?: RecentPage[] }
    return stored.owner === owner ? (stored.places ?? []) : []
  } catch {
    return []
  }
}

/** Puts a page before the other recent ones. Those of another owner are forgotten. */
function rememberPlace(owner: string, place: RecentPage): void {
  const others = recentPages(owner).filter(({ href }) => href !== place.href)
  const places = [place, ...others].slice(0, KEPT)
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, places }))
  } catch {
    // A tab that keeps nothing has no recent places.
  }
}

/** Remembers the page it is called on under its name. */
export function useRememberedPage(of: string, label: string): void {
  const owner = useRecentPagesOwner()
  useEffect(() => {
    if (owner) rememberPlace(owner, { href: location.pathname, label, of })
  }, [owner, of, label])
}

/** Whose places are remembered: a person, in one context. */
export function useRecentPagesOwner(): string | undefined {
  const session = useSession()
  return session && `${session.user.id} ${session.session.activeOrganizationId ?? ''}`
}
