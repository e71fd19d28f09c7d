import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode, Ref } from 'react'

interface ScrollAreaProps {
  ref?: Ref<HTMLElement>
  label: string
  className?: string
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A part of a preview that scrolls by itself; its content can be reached and scrolled by keys. */
export function ScrollArea({ ref, label, className, onKeyDown, children }: ScrollAreaProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      {...(onKeyDown ? { onKeyDown } : {})}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a scrolling area cannot be reached by keys
      tabIndex={0}
      className={clsx('scroll-thin min-h-0 flex-1 overflow-auto border-t border-line -outline-offset-2', className)}
    >
      {children}
    </section>
  )
}
