import type { JsonSchema } from '@millrace/parameters/json-schema'
import { type Choice, displayValue, labelOf, NOT_SET } from '@millrace/parameters/labels'
import { listedChoices, type SweptKind, sweptKind } from '#lib/sweep-values.ts'
import type { Cell, Scalar } from './board-model.ts'

/** A parameter that a sweep varies, with the labels of the form. */
export interface Axis {
  name: string
  label: string
  kind: SweptKind
  choices: readonly Choice[] | undefined
  /** Formats a value. Long strings are reduced to the part in which they differ. */
  words: (value: Scalar | undefined) => string
  full: (value: Scalar | undefined) => string
}

/**
 * Returns the axes, with the titles from the schema of their step or workflow if it is loaded. `fileName` returns the
 * name of work data by its URL.
 */
export function axesWith(
  schema: JsonSchema | undefined,
  names: readonly string[],
  cells: readonly Cell[],
  fileName: (href: string) => string | undefined = () => undefined,
): Axis[] {
  return names.map((name) => {
    const field: JsonSchema = schema?.properties?.[name] ?? {}
    const kind = kindOf(schema?.properties?.[name], cells, name)
    const full = (value: Scalar) =>
      (kind === 'work-data' ? fileName(String(value)) : undefined) ?? displayValue(field, value)
    const texts = cells.flatMap(({ parameters }) => (parameters[name] === undefined ? [] : full(parameters[name])))
    const differing = differingPart(texts)
    return {
      name,
      kind,
      choices: listedChoices(field),
      label: labelOf(field, name),
      full: (value) => (value === undefined ? NOT_SET : full(value)),
      words: (value) => (value === undefined ? NOT_SET : differing(full(value))),
    }
  })
}

function kindOf(field: JsonSchema | undefined, cells: readonly Cell[], name: string): SweptKind {
  const values = cells.map(({ given }) => given[name])
  if (field) return sweptKind(field) ?? 'json'
  if (values.some((value) => typeof value === 'object')) return 'json'
  if (values.every((value) => typeof value === 'number')) return 'number'
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : 'string'
}

/** Describes the values of a job in a sweep, such as `Method: mean, Window: 3`. */
export function cellText(axes: readonly Axis[], { parameters }: Cell): string {
  return axes.map(({ name, label, words }) => `${label}: ${words(parameters[name])}`).join(', ')
}

/**
 * Returns a short caption of a job's values: `mean · Window 3`. Strings are shown without the name of their parameter,
 * unless it is the only parameter.
 */
export function cellCaption(axes: readonly Axis[], cell: Cell): string {
  if (axes.length < 2) return cellText(axes, cell)
  return axes
    .map(({ name, label, words }) => {
      const value = cell.parameters[name]
      return typeof value === 'string' ? words(value) : `${label} ${words(value)}`
    })
    .join(' · ')
}

/**
 * Returns a caption for several jobs that lists their values of the last parameter by the values of the others: `mean:
 * 3, 5; median: 3`.
 */
export function cellsCaption(axes: readonly Axis[], cells: readonly Cell[]): string {
  const last = axes.at(-1)
  if (!last) return ''
  const shared = axes.slice(0, -1)
  const sharedBy = ({ parameters }: Cell) =>
    shared.length === 0 ? last.label : shared.map(({ name, words }) => words(parameters[name])).join(', ')
  return [...Map.groupBy(cells, sharedBy)]
    .map(([caption, of]) => `${caption}: ${of.map(({ parameters }) => last.words(parameters[last.name])).join(', ')}`)
    .join('; ')
}

/** Maximum length of strings that are shown unchanged. */
const SHORT = 24

/**
 * Returns a function that removes the leading and trailing words that all strings share, because truncated strings
 * might look the same. If all strings are short, the function changes nothing.
 */
export function differingPart(texts: readonly string[]): (text: string) => string {
  const distinct = [...new Set(texts)]
  const [first = ''] = distinct
  if (distinct.length < 2 || distinct.every(({ length }) => length <= SHORT)) return (text) => text
  const start = commonLength(distinct, (text, at) => text[at])
  const from = first.lastIndexOf(' ', start) + 1
  const end = commonLength(
    distinct.map((text) => text.slice(from)),
    (text, at) => text[text.length - 1 - at],
  )
  const tail = first.slice(first.length - end)
  const to = tail.includes(' ') ? tail.length - tail.indexOf(' ') : 0
  return (text) => `${from > 0 ? '… ' : ''}${text.slice(from, text.length - to)}${to > 0 ? ' …' : ''}`
}

function commonLength(texts: readonly string[], at: (text: string, index: number) => string | undefined): number {
  const [first = ''] = texts
  let length = 0
  while (length < first.length && texts.every((text) => at(text, length) === at(first, length))) length += 1
  return length
}
