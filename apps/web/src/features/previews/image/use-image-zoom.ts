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

/** A point of the window, and the place of the picture that is there, from 0 to 1. */
interface Anchor {
  x: number
  y: number
  across: number
  down: number
}

/** The size of a picture in its own pixels. In Firefox, drawings without a size have none, so the drawn size counts. */
export function naturalSize(image: HTMLImageElement): Size {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image
  return naturalWidth > 0 && naturalHeight > 0
    ? { width: naturalWidth, height: naturalHeight }
    : { width: clientWidth, height: clientHeight }
}

/** The zoom of a picture in a scrolling area and the room there: by buttons, keys, Ctrl with the wheel, and two fingers on a touchpad. */
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

  // The place under the pointer stays there.
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
    // Without the padding.
    const observer = new ResizeObserver(([entry]) => entry && setRoom(sizeOf(entry.contentRect)))
    observer.observe(area.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const listening = area.current
    // A listener of React is passive: it could not keep the browser from zooming the page.
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

/** Drags the picture with the mouse; fingers and the touchpad scroll it anyway. */
function pan(event: PointerEvent<HTMLElement>) {
  const area = event.currentTarget
  // A scroll bar belongs to the area itself.
  if (event.pointerType !== 'mouse' || event.button !== 0 || event.target === area) return
  const follow = ({ movementX, movementY }: globalThis.PointerEvent) => area.scrollBy(-movementX, -movementY)
  area.setPointerCapture(event.pointerId)
  area.addEventListener('pointermove', follow)
  area.addEventListener('lostpointercapture', () => area.removeEventListener('pointermove', follow), { once: true })
}
