import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { filesIn, inputSlots, outputSlots, parametersOf } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { selfHref } from '#lib/siren.ts'
import { freeName, type WorkflowNode } from '../document/draft.ts'

/**
 * The workflow that repeats jobs: one node per job with its parameters. Files that none of the jobs wrote become
 * variables, whose defaults are those files. `jobs` are in an order in which each follows those whose results it uses.
 */
export function workflowOfJobs(title: string, jobs: readonly JobDocument[]): WorkflowDefinition {
  const written = new Map<string, { node: string; slot: string }>()
  const variables = new Map<string, { name: string; title: string }>()
  const ids = new Set<string>()
  const nodes = jobs.map((job): WorkflowNode => {
    const id = freeName(job.properties.Processing?.FunctionName ?? 'step', ids)
    ids.add(id)
    const node = nodeOf(job, id, (href, name) => {
      const source = written.get(href)
      if (source) return source
      const variable = variables.get(href) ?? { name: variableName(name, variables), title: name }
      variables.set(href, variable)
      return { variable: variable.name }
    })
    for (const slot of outputSlots(job)) {
      for (const file of filesIn(slot)) written.set(selfHref(file), { node: id, slot: slot.properties.Name })
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
    nodes,
    ...outputsOf(jobs, nodes),
  }
}

type SourceOf = (href: string, name: string) => { node: string; slot: string } | { variable: string }

function nodeOf(job: JobDocument, id: string, sourceOf: SourceOf): WorkflowNode {
  const { Processing } = job.properties
  const parameters = Object.entries(parametersOf(job.properties)).map(
    ([name, value]) => [name, { value: value as never }] as const,
  )
  const inputs = inputSlots(job).flatMap((slot) => {
    // All files of one output slot are one source.
    const sources = filesIn(slot).map((file) => sourceOf(selfHref(file), file.properties.Name))
    const distinct = [...new Map(sources.map((source) => [JSON.stringify(source), source])).values()]
    return distinct.length === 0 ? [] : [[slot.properties.Name, distinct] as const]
  })
  return {
    id,
    ...(Processing?.Title && { title: Processing.Title }),
    step: { function: Processing?.FunctionName ?? '', ...(Processing && { version: `^${Processing.Version}` }) },
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    ...(inputs.length > 0 && { inputs: Object.fromEntries(inputs) }),
  }
}

/** The last job is the one whose result was asked for. */
function outputsOf(jobs: readonly JobDocument[], nodes: readonly WorkflowNode[]): Pick<WorkflowDefinition, 'outputs'> {
  const [job, node] = [jobs.at(-1), nodes.at(-1)]
  const slots = job ? outputSlots(job).filter((slot) => filesIn(slot).length > 0) : []
  if (!node || slots.length === 0) return {}
  const named = slots.map(
    ({ properties: { Name } }) => [freeName(Name, new Set()), { node: node.id, slot: Name }] as const,
  )
  return { outputs: Object.fromEntries(named) }
}

function variableName(file: string, variables: ReadonlyMap<string, { name: string }>): string {
  const taken = new Set([...variables.values()].map(({ name }) => name))
  return freeName(file.replace(/\.[^.]*$/, ''), taken)
}
