import type { ReactNode } from 'react'
import * as texts from '#components/ui/texts.ts'
import { DetailsPending } from './details-pending.tsx'
import { ExecutionPending } from './execution-pending.tsx'
import { FilePending } from './file-pending.tsx'
import { HeadPending, type ResourceKind } from './head-pending.tsx'
import { FailedJobPending, JobFooterPending, JobPending } from './job-pending.tsx'
import { StepPending } from './step-pending.tsx'

interface ResourcePendingProps {
  of: ResourceKind
  /** The job was shown as failed in a list. */
  isFailed?: boolean
}

const CONTENTS: Record<ResourceKind, ReactNode> = {
  job: <JobPending />,
  execution: <ExecutionPending />,
  file: <FilePending />,
  step: <StepPending />,
}

export function ResourcePending({ of, isFailed = false }: ResourcePendingProps) {
  return (
    <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <HeadPending of={of} />
      <div
        aria-hidden="true"
        className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start overflow-hidden border-t border-line lg:grid-cols-[minmax(0,1fr)_272px] lg:content-stretch xl:grid-cols-[minmax(0,1fr)_320px]"
      >
        <div className="flex min-h-0 min-w-0 flex-col">{isFailed ? <FailedJobPending /> : CONTENTS[of]}</div>
        <DetailsPending />
      </div>
      {of === 'job' ? <JobFooterPending /> : null}
    </div>
  )
}
