import type { Tx } from '@millrace/db/act'
import type { RunContent } from './fingerprint.rules.ts'

export interface ReusedRun {
  node: number
  item: number
  jobId: string
  /** The execution in which the job ran. */
  reusedFrom: string
}

/** A run to create, with a fingerprint by which an equal finished run can be found. */
export interface WantedRun extends RunContent {
  fingerprint: string
}

/**
 * Finds an equal finished run for each wanted run, preferably one of the execution `originId`. The keys of the result
 * are indexes of `wanted`. Equal wanted runs are looked up only once, because each lookup compares all finished runs
 * that have the fingerprint.
 */
export async function findReusable(
  tx: Tx,
  { ownerId, originId }: { ownerId: string; originId: string | null },
  wanted: WantedRun[],
): Promise<Map<number, Pick<ReusedRun, 'jobId' | 'reusedFrom'>>> {
  if (wanted.length === 0) return new Map()
  const places = new Map<string, number[]>()
  for (const [place, { fingerprint }] of wanted.entries()) {
    const equal = places.get(fingerprint)
    if (equal) equal.push(place)
    else places.set(fingerprint, [place])
  }
  const distinct = [...places.values()]
  const { rows } = await tx.query<{ place: number; jobId: string; reusedFrom: string }>(
    'select place, job_id as "jobId", reused_from as "reusedFrom" from reusable_runs($1, $2, $3)',
    [ownerId, originId, JSON.stringify(distinct.map(([first = 0], place) => ({ place, ...wanted[first] })))],
  )
  return new Map(rows.flatMap(({ place, ...run }) => (distinct[place] ?? []).map((at) => [at, run] as const)))
}

/** Adds reused runs to nodes that have started (the SQL is in `db`, reused-runs.ts). */
export async function reuseRuns(
  tx: Tx,
  { executionId, ownerId }: { executionId: string; ownerId: string },
  runs: ReusedRun[],
): Promise<void> {
  if (runs.length === 0) return
  await tx.query('select reuse_runs($1, $2, $3)', [executionId, ownerId, JSON.stringify(runs)])
}
