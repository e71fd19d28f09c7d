import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { fill } from '#lib/fill.ts'
import { drawMap, featureAt } from './draw-map.ts'
import type { MapData, MapFeature, Position } from './geojson.ts'
import * as texts from './texts.ts'
import type { MapControl } from './use-map-window.ts'

interface MapCanvasProps {
  data: MapData
  map: MapControl
  label: string
  selected: MapFeature | undefined
  onSelect: (feature: MapFeature | undefined) => void
}

const STEP = 80
const MOVES: Record<string, { by: [dx: number, dy: number] } | { factor: number } | 'deselect'> = {
  ArrowLeft: { by: [STEP, 0] },
  ArrowRight: { by: [-STEP, 0] },
  ArrowUp: { by: [0, STEP] },
  ArrowDown: { by: [0, -STEP] },
  '+': { factor: 2 },
  '-': { factor: 0.5 },
  Escape: 'deselect',
}
/** Minimum pointer movement in pixels to count as dragging rather than clicking. */
const DRAG_FROM = 4

/**
 * Draws a map that is panned by dragging or the arrow keys, and zoomed by the wheel, `+` and `-`. A click selects a
 * feature, and Escape deselects it.
 */
export function MapCanvas({ data, map, label, selected, onSelect }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<{ from: Position; last: Position }>(undefined)
  const { window, size, setSize } = map
  const drawing = { data, window, size, selected }

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context) return
    const ratio = devicePixelRatio
    canvas.current.width = size.width * ratio
    canvas.current.height = size.height * ratio
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawMap(context, { data, window, size, selected })
  }, [data, window, size, selected])

  useEffect(() => {
    const frame = canvas.current?.parentElement
    if (!frame) return
    const observer = new ResizeObserver(() => setSize({ width: frame.clientWidth, height: frame.clientHeight }))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [setSize])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    map.zoom(2 ** (-event.deltaY / 300), [event.offsetX, event.offsetY])
  })
  useEffect(() => {
    const element = canvas.current
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    if (move === 'deselect') onSelect(undefined)
    else if ('factor' in move) map.zoom(move.factor)
    else map.pan(...move.by)
  }

  function onPointerMove({ nativeEvent: { offsetX, offsetY } }: PointerEvent) {
    if (!drag.current) return
    const [x, y] = drag.current.last
    map.pan(offsetX - x, offsetY - y)
    drag.current.last = [offsetX, offsetY]
  }

  function onPointerUp({ nativeEvent: { offsetX, offsetY } }: PointerEvent) {
    const from = drag.current?.from
    drag.current = undefined
    const context = canvas.current?.getContext('2d')
    if (!from || !context || Math.hypot(offsetX - from[0], offsetY - from[1]) >= DRAG_FROM) return
    onSelect(featureAt(context, drawing, [offsetX, offsetY]))
  }

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawing that is moved by keys has this role
    <canvas
      ref={canvas}
      role="application"
      aria-label={fill(texts.mapKeys, label)}
      tabIndex={0}
      className="absolute inset-0 size-full cursor-grab touch-none -outline-offset-2 active:cursor-grabbing"
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId, nativeEvent: { offsetX, offsetY } }) => {
        currentTarget.setPointerCapture(pointerId)
        drag.current = { from: [offsetX, offsetY], last: [offsetX, offsetY] }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
    />
  )
}
