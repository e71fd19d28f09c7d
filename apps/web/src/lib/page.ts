import { useEffect } from 'react'
import { createValue } from './value.ts'

export interface Crumb {
  label: string
  /** Where the crumb leads; the last one is the page itself and needs none. */
  to?: string
}

/** The way to the page on screen, drawn by the shell's header. */
export const crumbs = createValue<readonly Crumb[]>([])

/** Names the page: breadcrumb in the header, and in the tab `Running · Clean gauge readings · Millrace`. */
export function usePage(path: readonly Crumb[], state?: string): void {
  const key = JSON.stringify(path)
  useEffect(() => {
    const parts = JSON.parse(key) as Crumb[]
    crumbs.set(parts)
    document.title = [state, parts.at(-1)?.label, 'Millrace'].filter(Boolean).join(' · ')
  }, [key, state])
}
