import type { ReactNode } from 'react'

/**
 * Style of a button that starts a predefined job. Buttons share their row evenly; space that one doesn't need goes to
 * the others.
 */
export const CHIP =
  'flex h-full min-w-0 max-w-max flex-1 items-center gap-[5px] overflow-hidden rounded-md border border-line-strong px-[9px] text-ink-2 hover:bg-hover'

/** Buttons that start a predefined job, in one line below the composer. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mt-2.5 flex h-[26px] items-center gap-2 overflow-hidden text-xs touch:h-11">
      <span className="mr-0.5 w-18 flex-none text-ink-3">{label}</span>
      {children}
    </div>
  )
}
