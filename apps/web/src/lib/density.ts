import { useEffect } from 'react'
import { useLocalStorage } from './use-local-storage.ts'

const DENSITIES = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

function parseDensity(stored: string | null): Density {
  return DENSITIES.find((density) => density === stored) ?? 'default'
}

/** Returns the row height of lists, and a setter. `public/theme.js` applies it before the first paint. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, choose] = useLocalStorage('density', parseDensity)
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  return [density, choose]
}
