import { Tabs as Base } from '@base-ui/react/tabs'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useKeys } from '#lib/keys.ts'
import { BoldWidth } from './bold-width.tsx'

export interface TabItem<T extends string> {
  value: T
  label: string
  count?: number | undefined
}

interface TabsProps<T extends string> {
  value: T
  onChange: (value: T) => void
  tabs: readonly TabItem<T>[]
  children: ReactNode
  /** Shown at the right end of the tab line. */
  tools?: ReactNode
  /** The tabs belong to a part of the page, so they have no keyboard shortcuts. */
  isPart?: boolean
  className?: string
}

/** Tabs of a page. Keys 1 to 9 select a tab. Keep `value` in the URL. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { value, onChange, tabs, children, tools, isPart = false, className } = props
  const withKeys = isPart ? [] : tabs.slice(0, 9)
  useKeys(Object.fromEntries(withKeys.map((tab, at) => [String(at + 1), () => onChange(tab.value)])))
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={clsx('flex min-h-0 flex-col', className)}
    >
      <div className={clsx('flex flex-none items-center border-b border-line phone:px-4', isPart ? 'px-5' : 'px-6')}>
        <Base.List className="scroll-fade-x flex gap-5 overflow-x-auto [scrollbar-width:none]">
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className={clsx(
                'relative h-9 flex-none whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink touch:h-11',
                'data-active:font-medium data-active:text-ink',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full data-active:after:bg-accent',
              )}
            >
              <BoldWidth text={tab.label} />
              {tab.count === undefined ? null : (
                <span className="ml-1 font-normal text-ink-3">{tab.count.toLocaleString('en-US')}</span>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {tools ? <div className="-mr-2 ml-auto flex items-center gap-1">{tools}</div> : null}
      </div>
      <Base.Panel value={value} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
