import { useState } from 'react'
import type { Size } from '#lib/size.ts'
import type { MapData, Position } from './geojson.ts'
import { fit, type MapWindow, zoomAt } from './projection.ts'

export type MapControl = ReturnType<typeof useMapWindow>

/** State of the visible part of a map. Initially, and after `showAll`, the whole map is visible. */
export function useMapWindow(data: MapData | undefined) {
  const [size, setSize] = useState<Size>({ width: 800, height: 400 })
  const [moved, setMoved] = useState<MapWindow>()
  const window = moved ?? (data ? fit(data, size) : { x: 0, y: 0, scale: 1 })
  const middle: Position = [size.width / 2, size.height / 2]
  return {
    window,
    size,
    setSize,
    zoom: (factor: number, at: Position = middle) => setMoved(zoomAt(window, factor, at, size)),
    pan: (dx: number, dy: number) =>
      setMoved({ ...window, x: window.x - dx / window.scale, y: window.y - dy / window.scale }),
    showAll: () => setMoved(undefined),
  }
}
