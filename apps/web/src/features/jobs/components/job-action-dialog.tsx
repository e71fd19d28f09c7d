import { lazy, Suspense } from 'react'
import type { SirenAction } from '#lib/siren.ts'
import { isDeletion } from '../job-deletion.ts'
import type { JobActionProps } from './job-action-box.tsx'

const JobActionBox = lazy(() => import('./job-action-box.tsx').then((module) => ({ default: module.JobActionBox })))

/** Returns whether an action needs a dialog, because it can't be undone or needs input. */
export function needsDialog(action: SirenAction): boolean {
  return isDeletion(action) || ['CancelProcessing', 'EditTags', 'SetJobToErrorState', 'CopyToOrg'].includes(action.name)
}

/** Dialog that asks for confirmation or input before an action of a job is run. Its code is loaded on first use. */
export function JobActionDialog(props: JobActionProps) {
  return (
    <Suspense>
      <JobActionBox {...props} />
    </Suspense>
  )
}
