import { lazy, Suspense, useEffect, useState } from 'react'
import { useKeys } from '#lib/keys.ts'
import { paletteOpen, typedAhead } from '#lib/palette.ts'
import { useValue } from '#lib/value.ts'

const Palette = lazy(() => import('./palette/palette.tsx').then((module) => ({ default: module.Palette })))

/** Opens and closes the palette with Mod+K on every page. It doesn't open over a dialog. */
export function PaletteHost() {
  const open = useValue(paletteOpen)
  useKeys({ 'mod+k': () => paletteOpen.set(!open && !document.querySelector('[role=dialog]')) })
  return open ? <OpenPalette /> : null
}

/** Characters typed before the field has the focus are inserted into the field. */
function OpenPalette() {
  const [isReady, setIsReady] = useState(false)
  return (
    <>
      {isReady ? null : <TypeAhead />}
      <Suspense>
        <Palette onReady={() => setIsReady(true)} />
      </Suspense>
    </>
  )
}

function TypeAhead() {
  useEffect(() => {
    window.addEventListener('keydown', keepKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', keepKey, { capture: true })
      typedAhead.set('')
    }
  }, [])
  return null
}

/** Collects typed characters, which would otherwise trigger the page's keyboard shortcuts. */
function keepKey(event: KeyboardEvent): void {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const typed = typedAhead.get()
  if (event.key === 'Escape') paletteOpen.set(false)
  else if (event.key === 'Backspace') typedAhead.set(typed.slice(0, -1))
  else if (event.key.length === 1) typedAhead.set(typed + event.key)
  event.preventDefault()
  event.stopPropagation()
}
