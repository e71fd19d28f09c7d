import { useEffect } from 'react'
import { createValue } from './value.ts'

/** A part of the path to the current page, as the header shows it. */
export interface Crumb {
  label: string
  /** Where the crumb leads; the last one is the page itself and needs none. */
  to?: string
}

/** The breadcrumb of the page on screen, drawn by the shell's header. */
export const crumbs = createValue<readonly Crumb[]>([])

/** The owner of what the page shows, if it is not the active context. */
export const pageOwner = createValue<string | undefined>(undefined)

/** Whether the page on screen is the skeleton of one that is loading. */
export const skeletonShown = createValue(false)

/** Names the page: breadcrumb in the header, and in the tab `Running · Clean gauge readings · Millrace`. */
export function usePage(path: readonly Crumb[], state?: string, owner?: string): void {
  const key = JSON.stringify(path)
  useEffect(() => {
    const parts = JSON.parse(key) as Crumb[]
    crumbs.set(parts)
    pageOwner.set(owner)
    document.title = [state, parts.at(-1)?.label, 'Millrace'].filter(Boolean).join(' · ')
  }, [key, state, owner])
}
