import { lazy, Suspense } from 'react'
import type { SirenAction } from '#lib/siren.ts'
import { isDeletion } from '../job-deletion.ts'
import type { JobActionProps } from './job-action-box.tsx'

const JobActionBox = lazy(() => import('./job-action-box.tsx').then((module) => ({ default: module.JobActionBox })))

/** Says whether an action asks something first: it cannot be undone, or needs input. */
export function needsDialog(action: SirenAction): boolean {
  return isDeletion(action) || ['CancelProcessing', 'EditTags', 'SetJobToErrorState', 'CopyToOrg'].includes(action.name)
}

/** Asks what an action of a job needs to know before it runs. Fetched with the first question. */
export function JobActionDialog(props: JobActionProps) {
  return (
    <Suspense>
      <JobActionBox {...props} />
    </Suspense>
  )
}
