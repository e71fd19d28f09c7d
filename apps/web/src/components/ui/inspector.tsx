import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useKeys } from '#lib/keys.ts'
import { useLocalStorage } from '#lib/use-local-storage.ts'
import * as texts from './texts.ts'

interface SplitProps {
  children: ReactNode
  inspector: ReactNode
}

const parseOpen = (stored: string | null) => (stored === 'closed' ? 'closed' : 'open')

/** Returns whether inspectors are shown at the right of wide windows, and a setter. */
export function useInspectorOpen(): [open: boolean, set: (open: boolean) => void] {
  const [state, setState] = useLocalStorage<'open' | 'closed'>('inspector', parseOpen)
  return [state === 'open', (open) => setState(open ? 'open' : 'closed')]
}

/** Content with an inspector at its right, or below it under 1024 px. `]` hides or shows the inspector at the right. */
export function Split({ children, inspector }: SplitProps) {
  const [open, setOpen] = useInspectorOpen()
  useKeys({ ']': () => setOpen(!open) })
  return (
    <div
      className={clsx(
        'min-h-0 flex-1 border-t border-line lg:grid',
        open && 'lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_320px]',
      )}
    >
      <div className="flex min-h-0 min-w-0 flex-col">{children}</div>
      <aside
        aria-label={texts.details}
        className={clsx(
          'scroll-thin flex flex-col gap-[18px] border-line px-5 py-4 max-lg:border-t phone:px-4 lg:min-h-0 lg:overflow-y-auto lg:border-l',
          !open && 'lg:hidden',
        )}
      >
        {inspector}
      </aside>
    </div>
  )
}

/** A section of the inspector, with a hairline above all but the first. */
export function InspectorSection({
  title,
  count,
  tools,
  children,
}: {
  title?: string
  count?: number | string | undefined
  tools?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="border-t border-line pt-[18px] first:border-t-0 first:pt-0">
      {title ? (
        <div className="mb-1 flex items-center gap-2">
          <h2 className="font-semibold">
            {title} {count === undefined ? null : <span className="ml-1 font-normal text-ink-3">{count}</span>}
          </h2>
          {tools ? <div className="ml-auto text-ink-2">{tools}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="truncate text-ink-3">{name}</dt>
          {/* Clipped horizontally only, so that buttons and focus rings stay visible. */}
          <dd className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
