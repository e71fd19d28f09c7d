import { useEffect } from 'react'
import { useLocalStorage } from './use-local-storage.ts'

const DENSITIES = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

function parseDensity(stored: string | null): Density {
  return DENSITIES.find((density) => density === stored) ?? 'default'
}

/**
 * How high the rows of lists are in this browser. `public/theme.js` sets it before the first paint; after that, it follows
 * what is chosen, in other tabs as well.
 */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, choose] = useLocalStorage('density', parseDensity)
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  return [density, choose]
}
