import { clsx } from 'clsx'
import { Line } from './pending-parts.tsx'

/** Placeholder for the details. Hidden below 1024 px, where they come after the content and out of view. */
export function DetailsPending() {
  return (
    <div className="grid content-start gap-4.5 border-l border-line px-5 py-4 max-lg:hidden">
      {[
        ['w-2/3', 'w-1/2', 'w-3/5', 'w-1/3', 'w-2/5'],
        ['w-1/2', 'w-3/5'],
        ['w-3/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-1/3'],
      ].map((widths, section) => (
        <div key={widths.join()} className={clsx('grid gap-1.5', section > 0 && 'border-t border-line pt-4.5')}>
          <Line className="w-20" />
          {widths.map((width) => (
            <div key={width} className="grid grid-cols-[88px_minmax(0,1fr)]">
              <Line className="w-14" />
              <Line className={width} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
