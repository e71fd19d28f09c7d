import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import type { Tx } from '@millrace/db/act'
import { TAG_HEAD } from '@millrace/db/schema/tags'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import type { FoundExecution } from './work-data.rules.ts'

const WORKFLOW_TAG = 'workflow='

/** Maximum number of versions whose executions are searched, newest first. */
const VERSIONS_MAX = 500

/**
 * Returns the newest execution of each workflow, including executions of earlier versions. Otherwise, a workflow that
 * has just been changed would appear never to have run. Job ids are in order of creation, so finding the newest
 * execution of a version takes one index search.
 */
export async function lastExecutions(
  tx: Tx,
  files: readonly Pick<WorkDataRow, 'id' | 'ownerId' | 'mediaType' | 'tags'>[],
): Promise<Map<string, FoundExecution>> {
  const workflows = files.filter(({ mediaType }) => mediaType === MEDIA.workflowDefinition)
  if (workflows.length === 0) return new Map()
  const { rows } = await tx.query<FoundExecution & { id: string }>(
    `select file.id, job.id as "jobId", job.state, job.started_at as "startedAt", job.completed_at as "completedAt",
       job.cause,
       (select jsonb_object_agg(node_id, case when state in ('Ready', 'Expanding') then 'Running' else state end)
        from (select node_id, state from execution_node where execution_id = job.id
          limit ${LIMITS.pictureNodesMax + 1}) as node
        having count(*) <= ${LIMITS.pictureNodesMax}) as "nodeStates"
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as file(id, owner_id, tag)
     cross join lateral (
       select newest.job_id from (
         select file.id as version
         union
         (select resource from tag
          where tag.owner_id = file.owner_id and kind = 'WorkData' and head = left(file.tag, ${TAG_HEAD}) collate "C"
            and tag.tag = file.tag
          order by created_at desc limit ${VERSIONS_MAX})
       ) as versions
       cross join lateral (
         select job_id from execution where definition_id = version and depth = 0 order by job_id desc limit 1
       ) as newest
       order by newest.job_id desc limit 1
     ) as last
     join job on job.id = last.job_id`,
    [
      workflows.map(({ id }) => id),
      workflows.map(({ ownerId }) => ownerId),
      workflows.map(({ tags }) => tags.find((tag) => tag.startsWith(WORKFLOW_TAG)) ?? null),
    ],
  )
  return new Map(rows.map(({ id, ...execution }) => [id, execution]))
}
