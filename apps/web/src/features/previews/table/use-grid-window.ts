import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { firstRowAt, ROW_HEIGHT, rowSpace, scrollTopFor } from './grid-window.ts'

interface View {
  scrollTop: number
  scrollLeft: number
  width: number
  height: number
  /** The row at the top, with a fraction. */
  first: number
  /** Whether the wheel or a key has moved the rows and the scroll bar still has to follow. */
  isAhead: boolean
}

const START: View = { scrollTop: 0, scrollLeft: 0, width: 1200, height: 600, first: 0, isAhead: false }
const KEYS: Record<string, (page: number) => number> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
}

interface Grid {
  total: number
  headHeight?: number
  rowHeight?: number
}

/** Tracks which rows of a table are in view in a scroll container. */
export function useGridWindow(
  frame: RefObject<HTMLElement | null>,
  { total, headHeight = 0, rowHeight = ROW_HEIGHT }: Grid,
): View {
  const [view, setView] = useState(START)
  const { isScaled } = rowSpace(total, rowHeight)
  /**
   * The position that this hook itself scrolled to. The resulting scroll event may arrive after the next wheel event.
   */
  const own = useRef<number>(undefined)

  const follow = useEffectEvent((size?: Pick<View, 'width' | 'height'>) => {
    const element = frame.current
    if (!element) return
    const { scrollTop, scrollLeft } = element
    const isOwn = scrollTop === own.current
    setView((before) => {
      const { width, height } = size ?? before
      const isMoved = (!isOwn && Math.abs(scrollTop - before.scrollTop) > 0.5) || height !== before.height
      if (!isMoved && scrollLeft === before.scrollLeft && width === before.width) return before
      if (!isMoved && isScaled) return { ...before, scrollLeft, width }
      return {
        scrollTop,
        scrollLeft,
        width,
        height,
        first: firstRowAt(scrollTop, total, height, rowHeight),
        isAhead: false,
      }
    })
  })

  /** Scrolls a scaled table by rows on wheel and key events, not by pixels of the scroll bar. */
  const moveBy = useEffectEvent((rows: number) => {
    setView((before) => {
      const last = Math.max(0, total - before.height / rowHeight)
      const first = Math.min(last, Math.max(0, before.first + rows))
      const scrollTop = Math.round(scrollTopFor(first, total, before.height, rowHeight))
      return { ...before, first, scrollTop, isAhead: true }
    })
  })

  useLayoutEffect(() => {
    if (!view.isAhead || !frame.current) return
    frame.current.scrollTo({ top: view.scrollTop, behavior: 'instant' })
    own.current = frame.current.scrollTop
  }, [frame, view])

  useEffect(() => {
    const element = frame.current
    if (!element) return
    // Sizes are read only here, because reading them in each scroll event could force a layout.
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--bar', `${element.offsetWidth - element.clientWidth}px`)
      follow({ width: element.clientWidth, height: element.clientHeight - headHeight })
    })
    const onScroll = () => follow()
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [frame, headHeight])

  useEffect(() => {
    const element = frame.current
    if (!element || !isScaled) return
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      moveBy(event.deltaY / rowHeight)
    }
    const onKey = (event: KeyboardEvent) => {
      const step = event.target === element ? KEYS[event.key] : undefined
      if (!step) return
      event.preventDefault()
      moveBy(step(Math.floor((element.clientHeight - headHeight) / rowHeight) - 1))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('keydown', onKey)
    }
  }, [frame, isScaled, headHeight, rowHeight])

  return view
}
