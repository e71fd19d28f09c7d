import { useCallback, useState } from 'react'

/** Until the frame is measured. */
const WIDTH = 640

/** The width to draw in, in pixels: a narrower drawing instead of a smaller one, so that its labels keep their size. */
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
