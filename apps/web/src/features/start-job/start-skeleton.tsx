import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { SlotPending } from '#components/pending/pending-parts.tsx'
import { FormSkeleton } from '#components/schema-form/form-skeleton.tsx'
import { FlowStrip } from '#components/ui/flow-strip.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SkeletonOptions } from '#components/ui/skeleton-options.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

interface StartSkeletonProps {
  /** The section that opens: the parameters if a step or a job is selected, the data if a job is missing some. */
  open: 'data' | 'step' | 'parameters'
}

const SLOT = { key: 'slot', edge: 'still', node: <SlotPending className="bg-surface" /> } as const
const RESULT = { key: 'result', edge: 'waiting', node: <SlotPending className="border-dashed" /> } as const

/** Placeholder for the start panel while its initial selection is loading: the strip and the three sections. */
export function StartSkeleton({ open }: StartSkeletonProps) {
  return (
    <>
      <div className="flex-none border-b border-line bg-sunken px-6 py-4 phone:px-4 phone:py-2.5">
        <div className="flex h-5 items-center gap-6 sm:hidden">
          <Skeleton className="h-2.5 w-32" />
          <Skeleton className="h-2.5 w-24" />
          {open === 'parameters' ? null : <Skeleton className="h-2.5 w-20" />}
        </div>
        <div className="phone:hidden">
          <FlowStrip tight inputs={[SLOT]} step={SLOT.node} outputs={[RESULT]} />
        </div>
      </div>
      <Part title={texts.data} page={1}>
        {open === 'data' ? <SkeletonOptions of="files" /> : null}
      </Part>
      <Part title={texts.step} page={2}>
        {open === 'step' ? <SkeletonOptions of="steps" /> : null}
      </Part>
      <Part title={texts.parameters} page={3} hasTools>
        {open === 'parameters' ? <FormSkeleton label={texts.loadingYourSelection} /> : null}
      </Part>
    </>
  )
}

interface PartProps {
  title: string
  page: number
  hasTools?: boolean
  children?: ReactNode
}

/** A section, which is closed if it has no children. On a phone, only the open section is shown. */
function Part({ title, page, hasTools = false, children }: PartProps) {
  return (
    <div
      className={clsx(
        'flex-none border-b border-line last:border-b-0 phone:border-b-0',
        children ? 'pb-6' : 'h-11 phone:hidden',
      )}
    >
      <div
        className={clsx('flex flex-wrap items-center gap-2.5 px-6 phone:px-4', children ? 'min-h-13 pt-2' : 'h-full')}
      >
        {page > 1 ? (
          <span aria-hidden="true" className="-ml-3 grid size-11 place-items-center text-ink-3 sm:hidden">
            <ArrowLeft />
          </span>
        ) : null}
        <Skeleton className="size-4 flex-none rounded-full phone:hidden" />
        <span className="font-medium phone:text-lg phone:font-semibold">{title}</span>
        <span className="text-ink-3 sm:hidden">{fill(texts.pageOf3, page)}</span>
        <Skeleton className="h-2.5 w-36 phone:hidden" />
        {children && hasTools ? (
          <span
            aria-hidden="true"
            className="ml-auto flex items-center gap-2.5 phone:ml-0 phone:w-full phone:justify-between"
          >
            <Skeleton className="h-2.5 w-36" />
            <span className="h-7 w-33 rounded-md border border-line-strong touch:h-11" />
          </span>
        ) : null}
      </div>
      {children ? <div className="px-6 pt-1 phone:px-4 phone:pt-3">{children}</div> : null}
    </div>
  )
}
