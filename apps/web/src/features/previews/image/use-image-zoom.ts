import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Size } from '#lib/size.ts'
import { type Zoom, zoomByWheel, zoomStep } from './zoom.ts'

/** A point in the window, and the position in the image at that point, from 0 to 1. */
interface Anchor {
  x: number
  y: number
  across: number
  down: number
}

/**
 * Returns the intrinsic size of an image. In Firefox, SVG files without a size have none, so the size as drawn is used.
 */
export function naturalSize(image: HTMLImageElement): Size {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image
  return naturalWidth > 0 && naturalHeight > 0
    ? { width: naturalWidth, height: naturalHeight }
    : { width: clientWidth, height: clientHeight }
}

/**
 * Zooms an image in a scroll area by buttons, keys, Ctrl with the wheel, and pinching on a touchpad, and pans it with
 * the mouse. Also returns the space available to the image.
 */
export function useImageZoom() {
  const area = useRef<HTMLElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const anchor = useRef<Anchor>(undefined)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [room, setRoom] = useState<Size>()

  const zoomTo = (next: (from: number) => Zoom, at?: { x: number; y: number }) => {
    const natural = image.current && naturalSize(image.current).width
    if (!area.current || !image.current || !natural) return
    anchor.current = anchorOf(image.current, at ?? middleOf(area.current))
    setZoom(next(zoom === 'fit' ? image.current.clientWidth / natural : zoom))
  }

  // Keeps the image position under the pointer, or in the middle of the area, fixed while zooming.
  useLayoutEffect(() => {
    const held = anchor.current
    anchor.current = undefined
    if (!held || !area.current || !image.current) return
    const { left, top, width, height } = image.current.getBoundingClientRect()
    area.current.scrollBy(left + held.across * width - held.x, top + held.down * height - held.y)
  })

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo((from) => zoomByWheel(from, event.deltaY), { x: event.clientX, y: event.clientY })
  })
  useEffect(() => {
    if (!area.current) return
    // The content box excludes the padding.
    const observer = new ResizeObserver(([entry]) => entry && setRoom(sizeOf(entry.contentRect)))
    observer.observe(area.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const listening = area.current
    // React's wheel listeners are passive, so they could not prevent the browser from zooming the page.
    listening?.addEventListener('wheel', onWheel, { passive: false })
    return () => listening?.removeEventListener('wheel', onWheel)
  }, [])

  const commands = {
    fit: () => zoomTo(() => 'fit'),
    actual: () => zoomTo(() => 1),
    in: () => zoomTo((from) => zoomStep(from, 1)),
    out: () => zoomTo((from) => zoomStep(from, -1)),
  }
  function onKeyDown(event: KeyboardEvent) {
    const command = KEYS[event.key]
    if (!command || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    commands[command]()
  }
  return { area, room, image, zoom, commands, onKeyDown, onPointerDown: pan }
}

const KEYS: Record<string, 'in' | 'out' | 'fit' | 'actual'> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  '1': 'actual',
}

function sizeOf({ width, height }: Size): Size {
  return { width, height }
}

function middleOf(area: HTMLElement): { x: number; y: number } {
  const { left, top } = area.getBoundingClientRect()
  return { x: left + area.clientWidth / 2, y: top + area.clientHeight / 2 }
}

function anchorOf(image: HTMLElement, { x, y }: { x: number; y: number }): Anchor {
  const { left, top, width, height } = image.getBoundingClientRect()
  return { x, y, across: (x - left) / width, down: (y - top) / height }
}

/** Touch and touchpads scroll natively. */
function pan(event: PointerEvent<HTMLElement>) {
  const area = event.currentTarget
  // If the target is the area itself, a scroll bar or the space around the image was pressed.
  if (event.pointerType !== 'mouse' || event.button !== 0 || event.target === area) return
  const follow = ({ movementX, movementY }: globalThis.PointerEvent) => area.scrollBy(-movementX, -movementY)
  area.setPointerCapture(event.pointerId)
  area.addEventListener('pointermove', follow)
  area.addEventListener('lostpointercapture', () => area.removeEventListener('pointermove', follow), { once: true })
}
