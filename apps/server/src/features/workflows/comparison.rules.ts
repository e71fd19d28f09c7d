import type { ComparedOutputProperties } from '@millrace/contracts/executions'
import type { ExecutionNodeRow } from '@millrace/db/schema/workflows'
import { sameJson } from '@millrace/parameters/pointer'

/** What an execution produced: its runs, and their input and output files. */
export interface Produced {
  nodes: readonly Node[]
  runs: readonly ProducedRun[]
  files: readonly { jobId: string; isInput: boolean; slot: string; name: string; sha256: string }[]
  /** Hashes of the files that nested workflows name as outputs, by path. */
  hashes: ReadonlyMap<string, string>
}

interface ProducedRun {
  node: number
  item: number
  outcome: string | null
  jobId: string | null
  /** `engine` if the run is a nested workflow. */
  executor: string | null
  result: unknown
}

/** Returns the paths of a nested workflow's output files, by output name. Undefined for runs of other steps. */
export function namedOutputs({ executor, result }: ProducedRun): Record<string, string[]> | undefined {
  return executor === 'engine' ? (result as { outputs?: Record<string, string[]> } | null)?.outputs : undefined
}

interface Compared extends Omit<ComparedOutputProperties, 'NodeId' | 'Title'> {
  node: number
  jobs?: Jobs
}

export interface ComparedOutput extends ComparedOutputProperties {
  jobs?: Jobs
}
/** The jobs that produced the two outputs. Omitted for outputs of nested workflows. */
interface Jobs {
  before: string
  now: string
}

/** Two executions to compare: the requested ones, or nested executions of the same node. */
export interface ExecutionPair {
  before: string
  now: string
  /** The ids of the nodes that contain these executions, outermost first. `title` contains the titles of the nodes. */
  path: string
  title: string
}

/** Compares the outputs of two executions by node id. Also returns the nested executions to compare next. */
export function comparePair(
  { path, title }: ExecutionPair,
  { before, now }: { before: Produced; now: Produced },
): { outputs: ComparedOutput[]; inside: ExecutionPair[] } {
  const { all, numberOf } = numberedAlike(now.nodes, before.nodes)
  const old = { ...before, runs: before.runs.map((run) => ({ ...run, node: numberOf(run.node) })) }
  const repeated = new Set([...old.runs, ...now.runs].flatMap(({ node, item }) => (item > 0 ? [node] : [])))
  const idOf = (node: number) => `${path}${all[node]?.nodeId ?? ''}`
  const titleOf = (node: number) => `${title}${all[node]?.title ?? ''}`
  return {
    outputs: compareOutputs(old, now).map(({ node, ...output }) => ({
      ...{ NodeId: idOf(node), Title: titleOf(node), ...output },
    })),
    inside: workflowsInBoth(old.runs, now.runs).map(({ node, item, ...ids }) => ({
      ...ids,
      path: `${idOf(node)}/`,
      title: `${titleOf(node)}${repeated.has(node) ? ` ${item + 1}` : ''} › `,
    })),
  }
}

function workflowsInBoth(before: readonly ProducedRun[], now: readonly ProducedRun[]) {
  const key = ({ node, item }: ProducedRun) => `${node} ${item}`
  const completed = (runs: readonly ProducedRun[]) =>
    runs.filter((run) => run.outcome === 'Completed' && namedOutputs(run))
  const old = new Map(completed(before).map((run) => [key(run), run.jobId]))
  return completed(now).flatMap((run) => {
    const [was, is] = [old.get(key(run)), run.jobId]
    return was && is ? [{ node: run.node, item: run.item, before: was, now: is }] : []
  })
}

const NO_OUTPUTS = { value: {} }

/** Nodes are matched by number, so call `numberedAlike` first. */
function compareOutputs(before: Produced, now: Produced): Compared[] {
  const [old, fresh] = [outputsOf(before), outputsOf(now)]
  const compared = [...old].flatMap(([key, { content, jobId, ...output }]): Compared[] => {
    const found = fresh.get(key)
    // Nested workflows without named outputs are skipped. The outputs of their steps are compared instead.
    if (found && jobId === null && sameJson([content, found.content], [NO_OUTPUTS, NO_OUTPUTS])) return []
    const verdict = found === undefined ? 'Missing' : sameJson(content, found.content) ? 'Same' : 'Different'
    const hashes = { Sha256Before: hashOf(content), Sha256Now: found ? hashOf(found.content) : null }
    const jobs = jobId && found?.jobId ? { jobs: { before: jobId, now: found.jobId } } : {}
    return [{ ...output, Verdict: verdict, ...hashes, ...jobs }]
  })
  const added = [...fresh].flatMap(([key, { content, jobId: _, ...output }]): Compared[] =>
    old.has(key) ? [] : [{ ...output, Verdict: 'Added', Sha256Before: null, Sha256Now: hashOf(content) }],
  )
  return [...compared, ...added]
}

type Node = Pick<ExecutionNodeRow, 'node' | 'nodeId' | 'title'>

/**
 * Numbers the nodes of two definitions so that nodes with the same id have the same number. All `nodes` keep their
 * numbers. The `others` without a counterpart follow.
 */
function numberedAlike(nodes: readonly Node[], others: readonly Node[]) {
  const own = new Map(nodes.map(({ nodeId, node }) => [nodeId, node]))
  const further = others.filter(({ nodeId }) => !own.has(nodeId))
  const all = [...nodes, ...further]
  const places = new Map(all.map(({ nodeId }, at) => [nodeId, at]))
  const numbers = new Map(others.map(({ node, nodeId }) => [node, places.get(nodeId) ?? node]))
  return { all, numberOf: (node: number) => numbers.get(node) ?? node }
}

interface Output {
  node: number
  Item: number
  Output: string
  Name: string
  /** The job of the step that produced the output. Null for outputs of nested workflows. */
  jobId: string | null
  content: { sha256: string } | { value: unknown }
}

function outputsOf({ runs, files, hashes }: Produced): Map<string, Output> {
  const written = Map.groupBy(
    files.filter(({ isInput }) => !isInput),
    ({ jobId }) => jobId,
  )
  const outputs = new Map<string, Output>()
  for (const run of runs) {
    const { node, item, outcome, jobId, result } = run
    const own = { node, Item: item, jobId: run.executor === 'engine' ? null : jobId }
    if (outcome !== 'Completed') continue
    const named = namedOutputs(run)
    const value = named ? contentsOf(named, hashes) : (result ?? null)
    outputs.set(`${node} ${item}`, { ...own, Output: '', Name: '', content: { value } })
    // The report of a nested workflow is skipped, because its times and URLs always differ.
    if (named) continue
    const places = new Map<string, number>()
    for (const { slot, name, sha256 } of written.get(jobId ?? '') ?? []) {
      const place = places.get(slot) ?? 0
      places.set(slot, place + 1)
      outputs.set(`${node} ${item} ${slot} ${place}`, {
        ...own,
        Output: slot,
        Name: name,
        content: { sha256 },
      })
    }
  }
  return outputs
}

/** Replaces file paths with content hashes, because each execution writes its own files. */
function contentsOf(named: Record<string, string[]>, hashes: ReadonlyMap<string, string>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(named).map(([name, paths]) => [name, paths.map((path) => hashes.get(path) ?? path)]),
  )
}

function hashOf(content: Output['content']): string | null {
  return 'sha256' in content ? content.sha256 : null
}
