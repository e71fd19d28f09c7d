import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { useQuery } from '@tanstack/react-query'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { embedded, hrefOf, selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { resultsFirst } from './lineage-order.ts'
import { usedInQuery } from './used-in.queries.ts'

/** A job of the lineage. `files` are its inputs if it created the file, otherwise its results. */
export interface LineageJob {
  href: string
  hasFailed: boolean
  name: string
  step: string
  files: readonly WorkDataDocument[]
}

/**
 * Loads the job that created the file, with its inputs, and the newest jobs that used the file, with their results.
 * `users` is the number of all jobs that used the file.
 */
export function useLineage(file: WorkDataDocument): {
  before: LineageJob | undefined
  after: LineageJob[]
  users: number
} {
  const madeBy = hrefOf(file, 'ProducedByJob')
  const maker = useQuery({ ...jobQueries.detail(madeBy ?? ''), enabled: madeBy !== undefined })
  const users = useQuery(usedInQuery(file))
  return {
    before: maker.data && lineageJob(maker.data, 'InputDataSlot', 'Selected'),
    after: resultsFirst((users.data?.jobs ?? []).map((job) => lineageJob(job, 'OutputDataSlot', 'Assigned'))),
    users: users.data?.total ?? 0,
  }
}

function lineageJob(job: JobDocument, slots: string, files: string): LineageJob {
  return {
    href: selfHref(job),
    hasFailed: job.properties.State === 'Error' || job.properties.State === 'Canceled',
    name: job.properties.Name,
    step: job.properties.Processing?.FunctionName ?? '',
    files: embedded(job, slots).flatMap((slot) => embedded<WorkDataProperties>(slot, files)),
  }
}
