import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A key cap. Hidden on touch devices, which rarely have a keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={clsx(
        'inline-grid h-[18px] min-w-[18px] place-items-center rounded-sm border border-line-strong bg-surface px-1',
        'font-sans text-[0.6875rem] leading-none font-medium text-ink-3 touch:hidden',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
