import { sameJson } from '@millrace/parameters/pointer'
import { useEffect, useState } from 'react'
import type { Size } from '#lib/size.ts'
import { type VisibleArea, visibleAreaAt } from './visible-area.ts'

/** Tracks the visible part of a scrolled drawing; undefined until it is known. */
export function useVisibleArea(
  element: HTMLElement | undefined,
  frame: Size | undefined,
  scale: number,
): VisibleArea | undefined {
  const [area, setArea] = useState<VisibleArea>()
  useEffect(() => {
    if (!element || !frame) return undefined
    const measure = () => {
      const next = visibleAreaAt({ x: element.scrollLeft, y: element.scrollTop }, frame, scale)
      setArea((before) => (sameJson(before, next) ? before : next))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    return () => element.removeEventListener('scroll', measure)
  }, [element, frame, scale])
  return area
}
