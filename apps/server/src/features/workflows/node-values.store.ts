import type { Tx } from '@millrace/db/act'
import { isIndex } from '@millrace/parameters/pointer'
import { REPORT_SLOT } from '@millrace/workflows/workflow-step'

export interface FileOfNode {
  [column: string]: unknown
  id: string
  name: string
  mediaType: string
  sizeInBytes: number
  sha256: string
}

/** A value to read from a node's result, at `path`. */
export interface WantedResult {
  node: number
  path: string[]
}

export interface FoundResult {
  [column: string]: unknown
  /** The index of the wanted result. */
  wanted: number
  isMissing: boolean
  value: unknown
}

/**
 * Returns parts of the values that completed runs returned, in item order. Path segments such as `-1` and `01` match
 * only object keys, as in JSON pointers, although PostgreSQL would also accept them as array indexes.
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

/** Returns the positions of path segments that PostgreSQL accepts as array indexes although JSON pointers don't. */
function onlyKeys(path: string[]): number[] {
  return path.flatMap((part, place) => (/^\s*[+-]?\d+$/.test(part) && !isIndex(part) ? [place] : []))
}

/** Returns how many bytes the database stores for the results of the nodes' completed runs. */
export async function bytesOfResults(tx: Tx, executionId: string, nodes: number[]): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    `select coalesce(sum(pg_column_size(job.result)), 0)::float8 as bytes
     from execution_run as run join job on job.id = run.job_id
     where run.execution_id = $1 and run.node = any($2) and run.outcome = 'Completed'`,
    [executionId, nodes],
  )
  return rows[0]?.bytes ?? 0
}

/** Returns the files that completed runs of nodes produced, by node and slot, in item order. */
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

/** Returns the named outputs of completed nested workflows, by node and name, in item order. */
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
