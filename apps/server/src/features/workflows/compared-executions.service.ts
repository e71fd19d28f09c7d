import type { Tx } from '@millrace/db/act'
import { workDataIdOf } from '#links.ts'
import {
  type ComparedOutput,
  comparePair,
  type ExecutionPair,
  namedOutputs,
  type Produced,
} from './comparison.rules.ts'
import * as store from './executions.store.ts'
import { workDataPath } from './node-runs.rules.ts'
import * as report from './report.store.ts'

/** Maximum number of runs of nested workflows that are held in memory and compared, counted over both executions. */
const RUNS_INSIDE_MAX = 10_000

export interface ComparedExecutions {
  outputs: ComparedOutput[]
  /**
   * The number of nested workflows with too many runs to compare. Only the named outputs of these workflows were
   * compared.
   */
  notCompared: number
}

/** Compares the outputs of two executions, and the outputs of nested workflows that completed in both. */
export async function compareExecutions(tx: Tx, before: string, now: string): Promise<ComparedExecutions> {
  const compared: ComparedExecutions = { outputs: [], notCompared: 0 }
  let pairs: ExecutionPair[] = [{ before, now, path: '', title: '' }]
  let left = RUNS_INSIDE_MAX
  while (pairs.length > 0) {
    const produced = await producedBy(
      tx,
      pairs.flatMap((pair) => [pair.before, pair.now]),
    )
    const found = pairs.map((pair) => {
      const [old, fresh] = [produced.get(pair.before), produced.get(pair.now)]
      return old && fresh ? comparePair(pair, { before: old, now: fresh }) : { outputs: [], inside: [] }
    })
    for (const { outputs } of found) for (const output of outputs) compared.outputs.push(output)
    const inside = found.flatMap((one) => one.inside)
    const counts = await store.countRuns(
      tx,
      inside.flatMap((pair) => [pair.before, pair.now]),
    )
    pairs = inside.filter((pair) => {
      const runs = (counts.get(pair.before) ?? 0) + (counts.get(pair.now) ?? 0)
      if (runs > left) return false
      left -= runs
      return true
    })
    compared.notCompared += inside.length - pairs.length
  }
  return compared
}

async function producedBy(tx: Tx, ids: string[]): Promise<Map<string, Produced>> {
  const [nodes, runs, files] = [
    Map.groupBy(await store.nodesOf(tx, ids), ({ executionId }) => executionId),
    await store.comparedRuns(tx, ids),
    Map.groupBy(await report.files(tx, ids), ({ executionId }) => executionId),
  ]
  const named = runs.flatMap((run) => Object.values(namedOutputs(run) ?? {}).flat())
  const found = await report.hashes(
    tx,
    named.flatMap((path) => workDataIdOf(path) ?? []),
  )
  const hashes = new Map([...found].map(([file, sha256]) => [workDataPath(file), sha256]))
  const runsOf = Map.groupBy(runs, ({ executionId }) => executionId)
  return new Map(
    ids.map((id) => [
      id,
      { nodes: nodes.get(id) ?? [], runs: runsOf.get(id) ?? [], files: files.get(id) ?? [], hashes },
    ]),
  )
}
