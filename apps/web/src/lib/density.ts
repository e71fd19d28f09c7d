import { useLocalStorage } from './use-local-storage.ts'

const DENSITIES = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

function parseDensity(stored: string | null): Density {
  return DENSITIES.find((density) => density === stored) ?? 'default'
}

/** How high the rows of lists are in this browser. `public/theme.js` sets it before the first paint. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, store] = useLocalStorage('density', parseDensity)
  return [density, choose]

  function choose(wanted: Density): void {
    store(wanted)
    document.documentElement.dataset.density = wanted
  }
}
