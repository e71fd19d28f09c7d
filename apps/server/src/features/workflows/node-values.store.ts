import type { Tx } from '@millrace/db/act'
import { isIndex } from '@millrace/parameters/pointer'
import { REPORT_SLOT } from '@millrace/workflows/workflow-step'

/** A file that a node can use. */
export interface FileOfNode {
  [column: string]: unknown
  id: string
  name: string
  mediaType: string
  sizeInBytes: number
  sha256: string
}

/** A value in what a node returned. `path` leads to it. */
export interface WantedResult {
  node: number
  path: string[]
}

/** The value for one of the requests. */
export interface FoundResult {
  [column: string]: unknown
  /** Index of the request. */
  wanted: number
  isMissing: boolean
  value: unknown
}

/**
 * Parts of the values that the completed runs of nodes returned, in the order of the items. PostgreSQL also takes `-1` and
 * `01` for indexes of lists; in a JSON pointer, they can only be keys of objects.
 */
export async function results(tx: Tx, executionId: string, wanted: WantedResult[]): Promise<FoundResult[]> {
  if (wanted.length === 0) return []
  const { rows } = await tx.query<FoundResult>(
    `select wanted.place as wanted, part.value is null as "isMissing", part.value
     from (
       select (place - 1)::int as place, (one->>'node')::int as node, array(select jsonb_array_elements_text(one->'path')) as path,
         array(select jsonb_array_elements(one->'keys')::int) as keys
       from jsonb_array_elements($2::jsonb) with ordinality as list(one, place)
     ) as wanted
     join execution_run as run on run.execution_id = $1 and run.node = wanted.node and run.outcome = 'Completed'
     join job on job.id = run.job_id
     left join lateral (
       select job.result #> wanted.path as value where not exists (
         select from unnest(wanted.keys) as place where jsonb_typeof(job.result #> wanted.path[:place]) = 'array'
       )
     ) as part on true
     order by wanted.place, run.item`,
    [executionId, JSON.stringify(wanted.map(({ node, path }) => ({ node, path, keys: onlyKeys(path) })))],
  )
  return rows
}

/** The positions of path parts that look like numbers but are not valid indexes. */
function onlyKeys(path: string[]): number[] {
  return path.flatMap((part, place) => (/^\s*[+-]?\d+$/.test(part) && !isIndex(part) ? [place] : []))
}

/** How many bytes the whole results of the completed runs of these nodes take in the database. */
export async function bytesOfResults(tx: Tx, executionId: string, nodes: number[]): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    `select coalesce(sum(pg_column_size(job.result)), 0)::float8 as bytes
     from execution_run as run join job on job.id = run.job_id
     where run.execution_id = $1 and run.node = any($2) and run.outcome = 'Completed'`,
    [executionId, nodes],
  )
  return rows[0]?.bytes ?? 0
}

/** The files that the completed runs of nodes wrote, by node and slot, in the order of the items. */
export async function outputs(
  tx: Tx,
  executionId: string,
  nodes: number[],
): Promise<(FileOfNode & { node: number; slot: number })[]> {
  if (nodes.length === 0) return []
  const { rows } = await tx.query<FileOfNode & { node: number; slot: number }>(
    `select run.node, output.slot, data.id, data.name, data.media_type as "mediaType",
       data.size_in_bytes::float8 as "sizeInBytes", data.sha256
     from execution_run as run
     join job_output as output on output.job_id = run.job_id
     join work_data as data on data.id = output.work_data_id
     where run.execution_id = $1 and run.node = any($2) and run.outcome = 'Completed'
     order by run.node, output.slot, run.item, output.item`,
    [executionId, nodes],
  )
  return rows
}

/** The files that the completed workflows of nodes name as their outputs, by node and name, in the order of the items. */
export async function namedOutputs(
  tx: Tx,
  executionId: string,
  nodes: number[],
): Promise<(FileOfNode & { node: number; slot: string; jobId: string })[]> {
  if (nodes.length === 0) return []
  const { rows } = await tx.query<FileOfNode & { node: number; slot: string; jobId: string }>(
    `select run.node, run.job_id as "jobId", named.key as slot, data.id, data.name, data.media_type as "mediaType",
       data.size_in_bytes::float8 as "sizeInBytes", data.sha256
     from execution_run as run join job on job.id = run.job_id and job.executor = 'engine'
     cross join lateral jsonb_each(job.result->'outputs') as named
     cross join lateral jsonb_array_elements_text(named.value) with ordinality as path(href, place)
     join work_data as data on data.id = substring(path.href from '[^/]+$')::uuid
     where run.execution_id = $1 and run.node = any($2) and run.outcome = 'Completed' and named.key <> $3
     order by run.node, named.key, run.item, path.place`,
    [executionId, nodes, REPORT_SLOT],
  )
  return rows
}
