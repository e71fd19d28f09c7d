import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWide } from '#lib/use-media.ts'

export type Panel = 'steps' | 'details'

export type Panels = ReturnType<typeof usePanels>

/**
 * The panels beside the canvas. Below 1280 px there is room for one: the steps, or the details of what is selected, until
 * one is chosen or both are put away.
 */
export function usePanels(showsDetails: boolean) {
  const isWide = useWide()
  const [chosen, setChosen] = useState<Panel | 'none'>()
  const shown = chosen ?? (showsDetails ? 'details' : 'steps')
  return {
    isWide,
    isShown: (panel: Panel) => isWide || shown === panel,
    toggle: (panel: Panel) => setChosen(shown === panel ? 'none' : panel),
    /** Shows it at once, so that the focus can move into it. */
    show: (panel: Panel) => flushSync(() => setChosen(panel)),
  }
}
