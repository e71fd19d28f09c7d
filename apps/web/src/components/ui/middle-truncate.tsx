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

/**
 * The longest cut text that fits into the element; undefined when all of it fits. The parts are measured where they are,
 * for letters that the font lacks are as wide as those of another one.
 */
function fit(element: HTMLElement, text: string): string | undefined {
  const room = element.clientWidth
  const letters = element.firstChild
  if (!pen || !letters || room === 0 || element.scrollWidth <= room) return undefined
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const dots = pen.measureText('…').width
  const width = (from: number, to: number) => {
    const range = document.createRange()
    range.setStart(letters, from)
    range.setEnd(letters, to)
    return range.getBoundingClientRect().width
  }
  return shortened(text, (from, to) => width(0, from) + dots + width(to, text.length) <= room)
}
