import { clsx } from 'clsx'
import type { KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react'

interface ScrollAreaProps {
  ref?: Ref<HTMLElement>
  label: string
  className?: string
  onKeyDown?: (event: KeyboardEvent) => void
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  children: ReactNode
}

/** A scrollable part of a preview, which can be focused and scrolled with the keyboard. */
export function ScrollArea({ ref, label, className, onKeyDown, onPointerDown, children }: ScrollAreaProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      {...(onKeyDown ? { onKeyDown } : {})}
      {...(onPointerDown ? { onPointerDown } : {})}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a scrolling area cannot be reached by keys
      tabIndex={0}
      className={clsx('scroll-thin min-h-0 flex-1 overflow-auto border-t border-line -outline-offset-2', className)}
    >
      {children}
    </section>
  )
}
