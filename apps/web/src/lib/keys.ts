import { useEffect, useEffectEvent } from 'react'
import { isOnTop, useKeyLayer } from './key-layer.tsx'
import { readStored, useLocalStorage } from './use-local-storage.ts'

/** Every keyboard shortcut, with its text in the help dialog. Screens bind the ones that do something there. */
export const SHORTCUTS = {
  palette: { keys: 'mod+k', text: 'Search or run a command' },
  find: { keys: '/', text: 'Filter or find' },
  help: { keys: '?', text: 'Keyboard shortcuts' },
  startJob: { keys: 'n', text: 'Start a job' },
  upload: { keys: 'u', text: 'Upload files' },
  goDashboard: { keys: 'g d', text: 'Dashboard' },
  goJobs: { keys: 'g j', text: 'Jobs' },
  goSteps: { keys: 'g p', text: 'Processing steps' },
  goWorkData: { keys: 'g w', text: 'Work data' },
  goWorkflows: { keys: 'g e', text: 'Workflow explorer' },
  goConfigurator: { keys: 'g c', text: 'Workflow configurator' },
  goSettings: { keys: 'g s', text: 'Settings' },
  next: { keys: 'j', text: 'Next row' },
  previous: { keys: 'k', text: 'Previous row' },
  select: { keys: 'x', text: 'Select row' },
  runAgain: { keys: 'r', text: 'Run again' },
  cancel: { keys: '.', text: 'Cancel job' },
  editTags: { keys: 'e', text: 'Edit tags' },
  hide: { keys: 'h', text: 'Hide' },
  sidebar: { keys: '[', text: 'Collapse sidebar' },
  inspector: { keys: ']', text: 'Collapse inspector' },
  primary: { keys: 'mod+enter', text: 'Main action of the page' },
} as const

const onMac = navigator.platform.startsWith('Mac')

/** `mod+k` → `⌘K` or `Ctrl K`, for key caps. */
export function keyCaps(keys: string): string {
  const words: Record<string, string> = { mod: onMac ? '⌘' : 'Ctrl ', shift: onMac ? '⇧' : 'Shift ', enter: '↵' }
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

/**
 * Binds keys while the component is mounted: `{ n: start, 'g d': goDashboard, 'mod+k': openPalette }`. Single letters
 * are ignored in fields and dialogs, and can be turned off. A handler may return false to let the key through. While a
 * dialog is open, only its own keys and those of the whole `app` work. Keys of the app come last, so that a page can
 * give them another meaning.
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
      run([`${before} ${stroke}`, stroke], event)
      before = stroke
      clearTimeout(timer)
      timer = setTimeout(() => {
        before = ''
      }, SEQUENCE_MS)
    }
    // A key reaches the document before the window, whichever of them began to listen first.
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

/** Plain keys belong to whoever holds the focus in fields, menus and dialogs. */
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

/** Whether shortcuts of a single key are on in this browser, and how to turn them on or off. */
export function useLetterKeys(): [boolean, (on: boolean) => void] {
  const [stored, store] = useLocalStorage(LETTER_KEYS, parseLetterKeys)
  return [stored === 'on', (on) => store(on ? 'on' : 'off')]
}

function parseLetterKeys(stored: string | null): 'on' | 'off' {
  return stored === 'off' ? 'off' : 'on'
}
