import type { JobGroup } from '@millrace/contracts/jobs'
import { GroupRow } from '#components/ui/group-row.tsx'
import { useHideGroup } from '../hide-group.queries.ts'
import * as texts from './texts.ts'

/** Groups of jobs that stopped for the same cause, shown above all other jobs. */
export function JobGroups({ groups }: { groups: readonly JobGroup[] }) {
  const hide = useHideGroup()
  if (groups.length === 0) return null
  return (
    <ul aria-label={texts.jobsWithTheSameCause} className="sticky left-0 px-6 phone:px-4">
      {groups.map((group) => (
        <GroupRow
          key={group.NewestUrl}
          group={group}
          isHiding={hide.isPending && hide.variables.NewestUrl === group.NewestUrl}
          onHide={() => hide.mutate(group)}
        />
      ))}
    </ul>
  )
}
