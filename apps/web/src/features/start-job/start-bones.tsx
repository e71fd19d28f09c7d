import { clsx } from 'clsx'
import { CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { SlotPending } from '#components/pending/pending-parts.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SkeletonOptions } from '#components/ui/skeleton-options.tsx'
import * as texts from './texts.ts'

interface StartBonesProps {
  /** The part that opens: parameters once there are data and a step, data for a job that misses some. */
  open: 'data' | 'step' | 'parameters'
}

/** The shape of the start panel while what it opens with is loading: the strip and the three parts. */
export function StartBones({ open }: StartBonesProps) {
  return (
    <>
      <div className="flex-none border-b border-line bg-sunken px-6 py-4 phone:px-4 phone:py-2.5">
        <div className="flex h-5 items-center gap-6 sm:hidden">
          <Skeleton className="h-2.5 w-24" />
          <Skeleton className="h-2.5 w-24" />
          <Skeleton className="h-2.5 w-24" />
        </div>
        <div className="grid h-22 grid-cols-[minmax(0,1fr)_minmax(0,.85fr)_minmax(0,1fr)] items-center gap-7 phone:hidden">
          <SlotPending className="bg-surface" />
          <SlotPending className="bg-surface" />
          <SlotPending className="bg-surface" />
        </div>
      </div>
      <Part title={texts.data}>{open === 'data' ? <SkeletonOptions of="files" /> : null}</Part>
      <Part title={texts.step}>{open === 'step' ? <SkeletonOptions of="steps" /> : null}</Part>
      <Part title={texts.parameters}>{open === 'parameters' ? <Fields /> : null}</Part>
    </>
  )
}

/** A part of the panel: a line, unless it is the open one, which alone is shown on a phone. */
function Part({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={clsx('flex-none border-b border-line last:border-b-0', children ? 'pb-6' : 'phone:hidden')}>
      <div className={clsx('flex items-center gap-2.5 px-6 phone:px-4', children ? 'min-h-13 pt-2' : 'h-11')}>
        <CircleDashed aria-hidden="true" className="text-ink-3 phone:hidden" />
        <span className="font-medium phone:text-lg phone:font-semibold">{title}</span>
        <Skeleton className="h-2.5 w-36 phone:w-10" />
      </div>
      {children ? <div className="px-6 pt-1 phone:px-4 phone:pt-3">{children}</div> : null}
    </div>
  )
}

/** Labels, inputs and a line of help. */
function Fields() {
  return (
    <div role="status" aria-label={texts.loadingYourSelection} className="grid gap-5">
      <Skeleton className="mt-2 mb-1 h-9 w-full rounded-md sm:hidden" />
      {['w-16', 'w-20', 'w-14', 'w-24'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={clsx('h-2.5', width)} />
          <div className="h-8 rounded-md border border-line-strong touch:h-11" />
          <Skeleton className="h-2 w-2/3" />
        </div>
      ))}
    </div>
  )
}
