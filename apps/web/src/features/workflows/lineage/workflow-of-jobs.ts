import { sameJson } from '@millrace/parameters/pointer'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { filesIn, inputSlots, outputSlots, parametersOf } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { selfHref } from '#lib/siren.ts'
import { freeName, type WorkflowNode } from '../document/draft.ts'
import type { Lineage } from './lineage.queries.ts'

/**
 * Returns a workflow that repeats jobs, with one node per job and its parameters. Files that none of the jobs produced
 * become variables, with those files as defaults. The outputs are those of the last jobs. If a single-file input had
 * one of several files of an output slot, the node repeats over all files of that slot, and jobs that did the same with
 * the other files are merged into the node.
 */
export function workflowOfJobs(title: string, { jobs, last }: Lineage): WorkflowDefinition {
  const written = new Map<string, Written>()
  const variables = new Map<string, { name: string; title: string }>()
  const ids = new Set<string>()
  const repeated = new Map<string, WorkflowNode>()
  const nodes = jobs.map((job): WorkflowNode => {
    const id = freeName(job.properties.Processing?.FunctionName ?? 'step', ids)
    const made = nodeOf(job, id, (href, name) => {
      const source = written.get(href)
      if (source) return source
      const variable = variables.get(href) ?? { name: variableName(name, variables), title: name }
      variables.set(href, variable)
      return { variable: variable.name }
    })
    const key = made.forEach && JSON.stringify({ ...made, id: '' })
    const node = (key && repeated.get(key)) || made
    if (key) repeated.set(key, node)
    ids.add(node.id)
    for (const slot of outputSlots(job)) {
      const files = filesIn(slot)
      const output = { node: node.id, slot: slot.properties.Name }
      const isOneOfMany = files.length > 1 || node.forEach !== undefined
      for (const file of files) written.set(selfHref(file), { output, isOneOfMany })
    }
    return node
  })
  const declared = [...variables].map(
    ([href, { name, title: file }]) =>
      [name, { type: 'string', format: 'work-data', title: file, default: href }] as const,
  )
  return {
    version: 1,
    title,
    ...(declared.length > 0 && { variables: Object.fromEntries(declared) }),
    nodes: [...new Set(nodes)],
    ...outputsOf(jobs, nodes, last),
  }
}

interface Written {
  output: { node: string; slot: string }
  /** Whether the node's output slot has further files. */
  isOneOfMany: boolean
}

type Found = Written | { variable: string }

/** Returns the workflow that an execution ran, with the execution's values as defaults of the variables. */
export function workflowOfExecution(
  title: string,
  definition: WorkflowDefinition,
  job: JobDocument,
): WorkflowDefinition {
  const values = parametersOf(job.properties)
  const declared = Object.entries(definition.variables ?? {}).map(
    ([name, schema]) =>
      [name, Object.hasOwn(values, name) ? { ...schema, default: values[name] as never } : schema] as const,
  )
  return { ...definition, title, ...(declared.length > 0 && { variables: Object.fromEntries(declared) }) }
}

function nodeOf(job: JobDocument, id: string, find: (href: string, name: string) => Found): WorkflowNode {
  const { Processing } = job.properties
  const parameters = Object.entries(parametersOf(job.properties)).map(
    ([name, value]) => [name, { value: value as never }] as const,
  )
  const slots = inputSlots(job).map((slot) => ({
    ...slot.properties,
    found: filesIn(slot).map((file) => find(selfHref(file), file.properties.Name)),
  }))
  const forEach = slots.flatMap(({ MaxSlots, found }) => (MaxSlots === 1 ? found.flatMap(oneOfMany) : []))[0]
  const inputs = slots.flatMap(({ Name, MaxSlots, found }) => {
    const sources = found.map((one) => sourceOf(one, MaxSlots === 1 ? forEach : undefined))
    // All files of one output slot are merged into one source.
    const distinct = [...new Map(sources.map((source) => [JSON.stringify(source), source])).values()]
    return distinct.length === 0 ? [] : [[Name, distinct] as const]
  })
  return {
    id,
    ...(Processing?.Title && { title: Processing.Title }),
    step: { function: Processing?.FunctionName ?? '', ...(Processing && { version: `^${Processing.Version}` }) },
    ...(forEach && { forEach }),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    ...(inputs.length > 0 && { inputs: Object.fromEntries(inputs) }),
  }
}

function oneOfMany(found: Found): Written['output'][] {
  return 'output' in found && found.isOneOfMany ? [found.output] : []
}

function sourceOf(found: Found, forEach: Written['output'] | undefined) {
  if (!('output' in found)) return found
  return forEach && sameJson(found.output, forEach) ? { item: '' as const } : found.output
}

function outputsOf(
  jobs: readonly JobDocument[],
  nodes: readonly WorkflowNode[],
  last: Lineage['last'],
): Pick<WorkflowDefinition, 'outputs'> {
  const outputs: NonNullable<WorkflowDefinition['outputs']> = {}
  const listed = new Set<WorkflowNode>()
  for (const [index, job] of jobs.entries()) {
    const node = nodes[index]
    if (!node || !last.has(job) || listed.has(node)) continue
    listed.add(node)
    for (const slot of outputSlots(job).filter((one) => filesIn(one).length > 0)) {
      const { Name } = slot.properties
      outputs[freeName(Name, new Set(Object.keys(outputs)))] = { node: node.id, slot: Name }
    }
  }
  return Object.keys(outputs).length > 0 ? { outputs } : {}
}

function variableName(file: string, variables: ReadonlyMap<string, { name: string }>): string {
  const taken = new Set([...variables.values()].map(({ name }) => name))
  return freeName(file.replace(/\.[^.]*$/, ''), taken)
}
