import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWide } from '#lib/use-media.ts'

export type Panel = 'steps' | 'details'

export type Panels = ReturnType<typeof usePanels>

/**
 * State of the panels beside the canvas. Windows of at least 1280 px show both. Narrower windows show one: the details
 * if `showsDetails`, otherwise the steps, until the user opens one or closes both.
 */
export function usePanels(showsDetails: boolean) {
  const isWide = useWide()
  const [chosen, setChosen] = useState<Panel | 'none'>()
  const shown = chosen ?? (showsDetails ? 'details' : 'steps')
  return {
    isWide,
    isShown: (panel: Panel) => isWide || shown === panel,
    toggle: (panel: Panel) => setChosen(shown === panel ? 'none' : panel),
    /** Synchronous, so that the focus can be moved into the panel. */
    show: (panel: Panel) => flushSync(() => setChosen(panel)),
  }
}
