import { useRef } from 'react'

const HOLD_MS = 450

/** Returns event handlers that detect a long press. The click at the end of a long press is suppressed. */
export function useLongPress(onHold: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onTouchStart: () => {
      held.current = false
      timer.current = setTimeout(() => {
        held.current = true
        onHold()
      }, HOLD_MS)
    },
    onTouchEnd: (event: { preventDefault: () => void }) => {
      stop()
      if (held.current) event.preventDefault()
    },
    onTouchMove: stop,
    onTouchCancel: stop,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (held.current) event.preventDefault()
    },
  }
}
