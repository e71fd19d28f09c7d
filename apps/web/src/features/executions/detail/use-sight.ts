import { sameJson } from '@millrace/parameters/pointer'
import { useEffect, useState } from 'react'
import type { Size } from '#lib/size.ts'
import { type Sight, sightAt } from './sight.ts'

/** What is in sight of a scrolled element; undefined while it is not known. */
export function useSight(element: HTMLElement | undefined, frame: Size | undefined, scale: number): Sight | undefined {
  const [sight, setSight] = useState<Sight>()
  useEffect(() => {
    if (!element || !frame) return undefined
    const look = () => {
      const next = sightAt({ x: element.scrollLeft, y: element.scrollTop }, frame, scale)
      setSight((before) => (sameJson(before, next) ? before : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [element, frame, scale])
  return sight
}
