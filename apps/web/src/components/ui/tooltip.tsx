import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'
import { tooltipPosition } from './tooltip-position.ts'

interface TooltipProps {
  content: ReactNode
  /** Key caps shown after the text. */
  keys?: string
  side?: 'top' | 'bottom'
  /** Also shown on press on touch screens, to say why a press has no effect. */
  onPress?: boolean
  children: ReactNode
}

const DELAY_MS = 400

/** A text label for an element without one, on hover and focus. Must not be the only place of a fact. */
export function Tooltip({ content, keys, side = 'bottom', onPress = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function show(event: PointerEvent | FocusEvent, delay: number) {
    const element = event.currentTarget.firstElementChild ?? undefined
    clearTimeout(timer.current)
    // React lets events of an open menu bubble from its portal. They are ignored, because the tooltip would cover the
    // menu.
    if (!(event.target instanceof Node && element?.contains(event.target))) return
    timer.current = setTimeout(() => element.ariaExpanded !== 'true' && setAnchor(element), delay)
  }
  function hide() {
    clearTimeout(timer.current)
    setAnchor(undefined)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the child has a role and handles keys
    <span
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event, DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onPointerUp={(event) => onPress && show(event, 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && show(event, 0)}
      onBlur={hide}
      onKeyDown={hide}
    >
      {children}
      {anchor ? (
        <Words anchor={anchor} side={side}>
          {content}
          {keys ? <Kbd>{keys}</Kbd> : null}
        </Words>
      ) : null}
    </span>
  )
}

function Words({ anchor, side, children }: { anchor: Element; side: 'top' | 'bottom'; children: ReactNode }) {
  function place(box: HTMLElement | null) {
    if (!box) return
    const { left, top } = tooltipPosition(anchor.getBoundingClientRect(), box.getBoundingClientRect(), {
      width: innerWidth,
      height: innerHeight,
      side,
    })
    box.style.transform = `translate(${left}px, ${top}px)`
  }
  return createPortal(
    <span
      ref={place}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-50 flex max-w-72 items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-ink shadow-pop"
    >
      {children}
    </span>,
    document.body,
  )
}
