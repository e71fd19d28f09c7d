import { cloneElement, lazy, Suspense, useState } from 'react'
import type { PopoverProps } from './popover-popup.tsx'

const loadPopup = () => import('./popover-popup.tsx')
const PopoverPopup = lazy(() => loadPopup().then((module) => ({ default: module.PopoverPopup })))

/** A small panel that opens from a button. Its code is loaded when the pointer reaches the button. */
export function Popover(props: PopoverProps) {
  const { trigger, open, defaultOpen = false, onOpenChange } = props
  const [wanted, setWanted] = useState(false)
  const waiting = cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: () => void loadPopup().catch(() => {}),
    onClick: () => {
      setWanted(true)
      onOpenChange?.(true)
    },
  })
  if (!wanted && !open && !defaultOpen) return waiting
  return (
    <Suspense fallback={waiting}>
      <PopoverPopup {...props} defaultOpen={defaultOpen || wanted} />
    </Suspense>
  )
}
