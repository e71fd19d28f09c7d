import type { Binding } from '@millrace/workflows/definition'
import type { ComparedFact } from '#components/ui/compared-facts.tsx'
import { nodeIcon, nodeMs } from '#components/workflow-graph/node-state.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, formatTook } from '#lib/format.ts'
import type { ExecutionNode, Side } from '../executions.queries.ts'
import * as texts from './texts.ts'

/** Compares the values of variables. `nameOf` returns the name of a file by its URL. */
export function comparedInputs(
  before: Side,
  after: Side,
  nameOf: (href: string) => string | undefined,
): ComparedFact[] {
  const [old, fresh] = [before, after].map(({ execution }) => execution.document.properties.Variables)
  return keysOf(old ?? {}, fresh ?? {}).map((name) => {
    const text = (value: unknown): string | undefined =>
      Array.isArray(value) ? value.map(text).join(', ') : (typeof value === 'string' && nameOf(value)) || textOf(value)
    return { name, label: name, before: text(old?.[name]), after: text(fresh?.[name]) }
  })
}

/** Compares for each step how it ended, which version ran, and with which parameters. Steps are matched by id. */
export function comparedSteps(before: Side, after: Side, now: Date): ComparedFact[] {
  const [old, fresh] = [nodesOf(before), nodesOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((id) => {
    const [was, is] = [old.get(id), fresh.get(id)]
    const title = (is ?? was)?.properties.Title ?? id
    const [left, right] = [parametersOf(before, id), parametersOf(after, id)]
    const state = { name: id, label: title, before: was && stateOf(was), after: is && stateOf(is) }
    const versions = { before: was?.properties.Version, after: is?.properties.Version }
    return [
      { ...state, asides: [was && tookOf(was, now), is && tookOf(is, now)] as const },
      ...(was && is ? [{ name: `${id} version`, label: fill(texts.versionOf, title), ...versions }] : []),
      ...keysOf(left, right).map((name) => ({
        name: `${id} parameter ${name}`,
        label: fill(texts.parameterOf, title, name),
        before: left[name],
        after: right[name],
      })),
    ]
  })
}

function nodesOf({ execution }: Side): Map<string, ExecutionNode> {
  return new Map(execution.nodes.map((node) => [node.properties.Id, node]))
}

function stateOf({ properties }: ExecutionNode): string {
  const { label } = nodeIcon(properties)
  const { Repeats, Runs } = properties
  return Repeats && Runs !== null ? `${label} (${formatCount(Runs)})` : label
}

function tookOf({ properties }: ExecutionNode, now: Date): string | undefined {
  const took = nodeMs(properties, now)
  return took === undefined ? undefined : formatTook(took)
}

function parametersOf({ execution, definition }: Side, id: string): Record<string, string | undefined> {
  const { Variables } = execution.document.properties
  const titles = new Map(execution.nodes.map(({ properties }) => [properties.Id, properties.Title]))
  const textFor = ({ value, variable, node, item }: Binding) => {
    if (variable !== undefined) return textOf(Variables[variable])
    if (node !== undefined) return fill(texts.resultOf, titles.get(node) ?? node)
    return item === undefined ? textOf(value) : texts.currentItem
  }
  const parameters = definition.nodes.find((node) => node.id === id)?.parameters ?? {}
  return Object.fromEntries(Object.entries(parameters).map(([name, binding]) => [name, textFor(binding)]))
}

function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}

function keysOf(...records: object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))]
}
