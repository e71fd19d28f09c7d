import type { JobGroup } from '@millrace/contracts/jobs'
import { href } from '#links.ts'
import type { JobGroupRow } from './job-groups.store.ts'

export function jobGroup(origin: string, group: JobGroupRow & { step: string }): JobGroup {
  return {
    Cause: group.cause,
    Count: group.jobs,
    State: group.state,
    Step: group.step,
    StepUrl: href.step(origin, group.stepId),
    NewestUrl: href.job(origin, group.newest),
  }
}
