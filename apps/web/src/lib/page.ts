import { useEffect } from 'react'
import { createValue } from './value.ts'

/** A breadcrumb in the header. */
export interface Crumb {
  label: string
  /** The path that the crumb links to. The last crumb is the page itself and needs none. */
  to?: string
}

/** The breadcrumbs of the current page, shown in the header of the shell. */
export const crumbs = createValue<readonly Crumb[]>([])

/** The owner of the resource that the page shows, if it isn’t the active context. */
export const pageOwner = createValue<string | undefined>(undefined)

/** Whether the current page is a placeholder for one that is loading. */
export const skeletonShown = createValue(false)

/**
 * Sets the breadcrumbs and the owner in the header, and the title of the browser tab: `Running · Clean gauge readings ·
 * Millrace`.
 */
export function usePage(path: readonly Crumb[], state?: string, owner?: string): void {
  const key = JSON.stringify(path)
  useEffect(() => {
    const parts = JSON.parse(key) as Crumb[]
    crumbs.set(parts)
    pageOwner.set(owner)
    document.title = [state, parts.at(-1)?.label, 'Millrace'].filter(Boolean).join(' · ')
  }, [key, state, owner])
}
