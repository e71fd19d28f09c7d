import { useEffect, useEffectEvent } from 'react'
import { isOnTop, useKeyLayer } from './key-layer.tsx'
import { readStored, useLocalStorage } from './use-local-storage.ts'

const onMac = navigator.platform.startsWith('Mac')

/** Formats a shortcut for key caps: `mod+k` → `⌘K` or `Ctrl K`. */
export function keyCaps(keys: string): string {
  const words: Record<string, string> = {
    mod: onMac ? '⌘' : 'Ctrl ',
    shift: onMac ? '⇧' : 'Shift ',
    alt: onMac ? '⌥' : 'Alt ',
    enter: '↵',
    space: 'Space',
  }
  return keys
    .split(' ')
    .map((stroke) =>
      stroke
        .split('+')
        .map((part) => words[part] ?? part.toUpperCase())
        .join(''),
    )
    .join(' ')
}

const SEQUENCE_MS = 900
/** First key of the app’s two-key sequences. The key after it triggers nothing else, even if the page binds it. */
const LEADER = 'g'

/**
 * Binds keys while the component is mounted: `{ n: start, 'g d': goDashboard, 'mod+k': openPalette }`. Keys without
 * `mod` are ignored in fields, menus and dialogs. Single keys can be turned off. A handler may return false to leave
 * the event to the browser. While a dialog is open, only its own bindings and those of the whole `app` work. Bindings
 * of the app come last, so that a page can override them.
 */
export function useKeys(
  bindings: Record<string, (event: KeyboardEvent) => unknown>,
  enabled = true,
  of: 'page' | 'app' = 'page',
): void {
  const layer = useKeyLayer()
  const run = useEffectEvent((strokes: readonly string[], event: KeyboardEvent) => {
    const handler = strokes.map((stroke) => bindings[stroke]).find(Boolean)
    if (handler && handler(event) !== false) event.preventDefault()
  })

  useEffect(() => {
    if (!enabled) return
    let before = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    function onKey(event: KeyboardEvent) {
      const stroke = strokeOf(event)
      if (!stroke || event.defaultPrevented || isBlocked(event, stroke)) return
      if (of === 'page' && !isOnTop(layer)) return
      run(before === LEADER ? [`${before} ${stroke}`] : [`${before} ${stroke}`, stroke], event)
      before = stroke
      clearTimeout(timer)
      timer = setTimeout(() => {
        before = ''
      }, SEQUENCE_MS)
    }
    // An event reaches the document before the window, regardless of the order in which listeners were added.
    const place = of === 'page' ? document : window
    place.addEventListener('keydown', onKey as EventListener)
    return () => {
      place.removeEventListener('keydown', onKey as EventListener)
      clearTimeout(timer)
    }
  }, [enabled, of, layer])
}

function strokeOf(event: KeyboardEvent): string | undefined {
  if (event.isComposing || event.altKey || ['Shift', 'Control', 'Meta'].includes(event.key)) return undefined
  const mod = event.metaKey || event.ctrlKey
  const letter = /^[a-z]$/i.test(event.key)
  const key = event.key.toLowerCase()
  return `${mod ? 'mod+' : ''}${event.shiftKey && letter ? 'shift+' : ''}${key}`
}

function isBlocked(event: KeyboardEvent, stroke: string): boolean {
  if (stroke.startsWith('mod+')) return false
  if (parseLetterKeys(readStored(LETTER_KEYS)) === 'off' && stroke.length === 1) return true
  const target = event.target instanceof Element ? event.target : null
  return (
    target?.closest(
      'input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]',
    ) != null
  )
}

const LETTER_KEYS = 'single-key-shortcuts'

/** Returns whether single-key shortcuts are on in this browser, and a setter. */
export function useLetterKeys(): [boolean, (on: boolean) => void] {
  const [stored, store] = useLocalStorage(LETTER_KEYS, parseLetterKeys)
  return [stored === 'on', (on) => store(on ? 'on' : 'off')]
}

function parseLetterKeys(stored: string | null): 'on' | 'off' {
  return stored === 'off' ? 'off' : 'on'
}
