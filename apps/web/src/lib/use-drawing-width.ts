import { useCallback, useState } from 'react'

/** The width before the frame is measured. */
const WIDTH = 640

/**
 * Returns a ref for the frame of a drawing, and the width of the drawing, up to `most`. The drawing shrinks with its
 * frame instead of scaling, so labels keep their size.
 */
export function useDrawingWidth(most: number) {
  const [width, setWidth] = useState(WIDTH)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new ResizeObserver(() => setWidth(Math.min(element.clientWidth, most)))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [most],
  )
  return { ref, width }
}
