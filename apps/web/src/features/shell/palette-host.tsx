import { lazy, Suspense } from 'react'
import { useKeys } from '#lib/keys.ts'
import { paletteOpen } from '#lib/palette.ts'
import { useValue } from '#lib/value.ts'

const Palette = lazy(() => import('./palette/palette.tsx').then((module) => ({ default: module.Palette })))

/** Opens the palette on every page, but over no dialog; it is loaded with its first use. */
export function PaletteHost() {
  const open = useValue(paletteOpen)
  useKeys({ 'mod+k': () => paletteOpen.set(!open && !document.querySelector('[role=dialog]')) })
  if (!open) return null
  return (
    <Suspense>
      <Palette />
    </Suspense>
  )
}
