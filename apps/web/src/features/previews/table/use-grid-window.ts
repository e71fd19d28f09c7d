import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { firstRowAt, ROW_HEIGHT, rowSpace, scrollTopFor } from './grid-window.ts'

interface View {
  scrollTop: number
  scrollLeft: number
  width: number
  height: number
  /** The row at the top, with fraction. */
  first: number
}

const START: View = { scrollTop: 0, scrollLeft: 0, width: 1200, height: 600, first: 0 }
const KEYS: Record<string, (page: number) => number> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
}

/** Follows how a scrolling frame stands over a table of `total` rows with a head of `headHeight`. */
export function useGridWindow(frame: RefObject<HTMLElement | null>, total: number, headHeight: number): View {
  const [view, setView] = useState(START)
  const { isScaled } = rowSpace(total)

  const onScroll = useEffectEvent(() => {
    const element = frame.current
    if (!element) return
    const { scrollTop, scrollLeft, clientWidth: width } = element
    const height = element.clientHeight - headHeight
    setView((before) => {
      const moved = Math.abs(scrollTop - before.scrollTop) > 0.5 || height !== before.height
      const first = moved || !isScaled ? firstRowAt(scrollTop, total, height) : before.first
      return { scrollTop, scrollLeft, width, height, first }
    })
  })

  /** In a scaled table a step of the wheel or of a key is so many rows, not so many pixels of the bar. */
  const moveBy = useEffectEvent((rows: number) => {
    const element = frame.current
    if (!element) return
    const height = element.clientHeight - headHeight
    const last = Math.max(0, total - height / ROW_HEIGHT)
    setView((before) => {
      const first = Math.min(last, Math.max(0, before.first + rows))
      element.scrollTop = scrollTopFor(first, total, height)
      return { ...before, first, scrollTop: element.scrollTop }
    })
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => onScroll())
    const scrolled = () => onScroll()
    observer.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [frame])

  useEffect(() => {
    const element = frame.current
    if (!element || !isScaled) return
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      moveBy(event.deltaY / ROW_HEIGHT)
    }
    const onKey = (event: KeyboardEvent) => {
      const step = event.target === element ? KEYS[event.key] : undefined
      if (!step) return
      event.preventDefault()
      moveBy(step(Math.floor((element.clientHeight - headHeight) / ROW_HEIGHT) - 1))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('keydown', onKey)
    }
  }, [frame, isScaled, headHeight])

  return view
}
