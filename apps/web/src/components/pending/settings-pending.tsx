import type { ReactNode } from 'react'
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'
import { SkeletonTable } from '#components/ui/skeleton-table.tsx'
import * as texts from '#components/ui/texts.ts'

/** Placeholder for a section of the settings: its title, its button and its rows. */
export function SettingsPending() {
  return (
    <Section>
      <div className="border-t border-line">
        <SkeletonRows rows={6} />
      </div>
    </Section>
  )
}

const WORD = <Skeleton className="h-2 w-12" />

const KEY_COLUMNS = [
  { id: 'note', head: WORD, skeleton: 'lines' },
  { id: 'key', head: WORD, width: 'w-[150px]', className: 'max-lg:hidden' },
  { id: 'owner', head: WORD, width: 'w-[190px] max-xl:w-[112px]' },
  { id: 'created', head: WORD, width: 'w-[120px]', className: 'max-xl:hidden' },
  { id: 'used', head: WORD, width: 'w-[120px]', className: 'max-xl:hidden' },
  { id: 'expires', head: WORD, width: 'w-[160px] max-xl:w-[128px]' },
  { id: 'active', head: WORD, width: 'w-[104px]' },
  { id: 'delete', head: null, width: 'w-[76px]', right: true, skeleton: 'button' },
] as const

export function KeysPending() {
  return (
    <Section>
      <div className="phone:hidden">
        <SkeletonTable columns={KEY_COLUMNS} rows={4} rowHeight="44px" />
      </div>
      <div className="border-t border-line sm:hidden">
        {['w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'].map((width) => (
          <div key={width} className="grid h-26.25 content-center gap-3.5 border-b border-line px-4">
            <Skeleton className={`h-2.5 ${width}`} />
            <Skeleton className="h-2 w-1/2" />
            <Skeleton className="h-2 w-2/3" />
          </div>
        ))}
      </div>
    </Section>
  )
}

function Section({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-label={texts.loading}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-6 pt-4.5 pb-2.5 phone:px-4">
        <span className="grid h-9 flex-1 content-evenly phone:contents">
          <Skeleton className="h-3 w-28 phone:mr-auto" />
          <span className="phone:order-last phone:grid phone:h-8 phone:basis-full phone:content-evenly">
            <Skeleton className="h-2 w-64 max-w-full" />
            <Skeleton className="h-2 w-1/3 sm:hidden" />
          </span>
        </span>
        <Skeleton className="h-8 w-24 rounded-md phone:h-11" />
      </div>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
