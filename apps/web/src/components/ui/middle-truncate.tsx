import { clsx } from 'clsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { shortened } from './shortened.ts'
import { watchSize } from './watch-size.ts'

/**
 * A file name cut in the middle when there is no room, so that the extension stays. The whole name remains in the page
 * for readers, search and copying, and is the tooltip; what is seen instead is drawn over it (`data-fitted`).
 */
export function MiddleTruncate({ text, className }: { text: string; className?: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const [fitted, setFitted] = useState<string>()

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    return watchSize(element, () => setFitted(fit(element, text)))
  }, [text])

  return (
    <span
      ref={box}
      dir="auto"
      title={text}
      data-fitted={fitted}
      className={clsx('middle-truncate block min-w-0 truncate text-left whitespace-pre', className)}
    >
      {text}
    </span>
  )
}

const pen = document.createElement('canvas').getContext('2d')

/** The longest cut text that fits into the element; undefined when all of it fits. */
function fit(element: HTMLElement, text: string): string | undefined {
  const room = element.clientWidth
  if (!pen || room === 0 || element.scrollWidth <= room) return undefined
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const width = (part: string) => pen.measureText(part).width
  // Letters that the font lacks come wider on the page than in the measure.
  const stretch = Math.max(1, element.scrollWidth / width(text))
  return shortened(text, (cut) => width(cut) * stretch <= room)
}
