import { MoreHorizontal, RotateCw } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { canRunAgain } from '#lib/job-facts.ts'
import type { JobPath } from '#lib/job-path.ts'
import { selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { JobMenu } from './job-menu.tsx'
import * as texts from './texts.ts'

/** Buttons at the right edge of a row: run again, and the menu of available actions. */
export function JobRowActions({ job, page }: { job: JobDocument; page: JobPath }) {
  const startJob = useStartJob()
  return (
    <>
      {canRunAgain(job) ? (
        <IconButton
          size="sm"
          label={texts.runAgain}
          icon={<RotateCw />}
          onClick={() => startJob({ job: selfHref(job) })}
        />
      ) : null}
      <JobMenu
        job={job}
        linked={page}
        trigger={<IconButton size="sm" label={fill(texts.moreFor, job.properties.Name)} icon={<MoreHorizontal />} />}
      />
    </>
  )
}
