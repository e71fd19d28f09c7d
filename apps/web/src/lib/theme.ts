import { useSyncExternalStore } from 'react'
import { readStored, useLocalStorage, writeStored } from './use-local-storage.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'platform-ui-theme'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function parseTheme(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Returns the chosen theme, and a setter. Before the first paint, `public/theme.js` does the same as `paint`. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme] = useLocalStorage(KEY, parseTheme)
  return [theme, chooseTheme]
}

function chooseTheme(theme: Theme): void {
  writeStored(KEY, theme)
  paint()
}

/** Follows changes in the system and in other tabs until the page is closed. */
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

/** Returns the theme that is currently shown, chosen by the user or the system. */
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
