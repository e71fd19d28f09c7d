import { readStored, useLocalStorage, writeStored } from './use-local-storage.ts'

const DENSITIES = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

const KEY = 'density'

function parseDensity(stored: string | null): Density {
  return DENSITIES.find((density) => density === stored) ?? 'default'
}

/** How high the rows of lists are in this browser. `public/theme.js` sets it before the first paint. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density] = useLocalStorage(KEY, parseDensity)
  return [density, chooseDensity]
}

function chooseDensity(density: Density): void {
  writeStored(KEY, density)
  apply()
}

/** Follows other tabs for as long as the page lives. */
export function watchDensity(): void {
  window.addEventListener('storage', apply)
}

function apply(): void {
  document.documentElement.dataset.density = parseDensity(readStored(KEY))
}
