import { useSyncExternalStore } from 'react'
import { readStored, useLocalStorage, writeStored } from './use-local-storage.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'platform-ui-theme'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function parseTheme(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** The chosen theme and how to choose another. `public/theme.js` runs before the first paint with the same rule. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme] = useLocalStorage(KEY, parseTheme)
  return [theme, chooseTheme]
}

function chooseTheme(theme: Theme): void {
  writeStored(KEY, theme)
  paint()
}

/** Follows the system and other tabs for as long as the page lives. */
export function watchTheme(): void {
  darkSystem.addEventListener('change', paint)
  window.addEventListener('storage', paint)
}

function paint(): void {
  const theme = parseTheme(readStored(KEY))
  const dark = theme === 'dark' || (theme === 'system' && darkSystem.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#090e10' : '#f3f6f8')
}

/** The theme that is painted now, whoever chose it. */
export function usePaintedTheme(): 'light' | 'dark' {
  return useSyncExternalStore(
    (listener) => {
      const observer = new MutationObserver(listener)
      observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
      return () => observer.disconnect()
    },
    () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'),
  )
}
