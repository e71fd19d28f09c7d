import { LIMITS } from '@millrace/contracts/limits'
import { RenameTitle } from '#components/ui/rename-title.tsx'
import { actionOf } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { useRunJobAction } from '../run-job-action.queries.ts'
import * as texts from './texts.ts'

/** The name of the job, which can be edited in place. */
export function JobTitle({ job }: { job: JobDocument }) {
  const run = useRunJobAction()
  const action = actionOf(job, 'Rename')
  const { Name } = job.properties
  return (
    <RenameTitle
      name={Name}
      label={texts.jobName}
      maxLength={LIMITS.jobNameMax}
      onRename={action && ((NewName) => run(job, action, { NewName }))}
    >
      <span dir="auto" className="min-w-0 truncate phone:line-clamp-3 phone:whitespace-normal phone:wrap-anywhere">
        {Name}
      </span>
    </RenameTitle>
  )
}
