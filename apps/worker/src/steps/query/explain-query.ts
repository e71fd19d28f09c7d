import { type QueryFault, queryFaultOf } from '@millrace/tables/query-messages'
import { listed } from '@millrace/tables/sentences'
import type { Table } from '@millrace/tables/table'
import { TableFault } from '@millrace/tables/table-fault'
import { StepError } from '@millrace/worker-sdk'
import { nearestNames } from '#tables/nearest-names.ts'

/**
 * Replaces DuckDB's error with a StepError that names the invalid part of the query and the valid names. Rethrows a
 * StepError or TableFault.
 */
export function explainQuery(error: unknown, query: string, tables: readonly Table[]): never {
  if (error instanceof StepError || error instanceof TableFault) throw error
  const message = error instanceof Error ? error.message : String(error)
  const fault = queryFaultOf(message)
  const { sentence, wrong, kind, instead } = fault
  const offset = wrong === undefined ? undefined : offsetOf(query, wrong, message)
  const columns = tables.map((table) => table.columns.map((column) => column.name))
  const choices = kind === 'table' ? ['input', ...tables.map(({ name }) => withoutExtension(name))] : columns.flat()
  throw new StepError(`${sentence} ${remedyOf(fault, tables)}`, {
    parameter: {
      name: 'sql',
      ...(wrong !== undefined &&
        offset !== undefined && { wrong: query.slice(offset.start, offset.end), offset: offset.start }),
      suggestions: offset && kind ? nearestNames(wrong ?? '', choices).map(asName) : offset && instead ? [instead] : [],
    },
  })
}

/**
 * Returns the advice that follows the error message. Only the advice may depend on the files, so equal faults can be
 * grouped.
 */
function remedyOf({ remedy, kind, instead }: QueryFault, tables: readonly Table[]): string {
  if (remedy) return remedy
  if (kind === 'table')
    return `Tables: input (the first one), ${listed(tables.map(({ name }) => withoutExtension(name)))}.`
  if (instead) return `Did you mean \`${instead}\`?`
  const [only] = tables
  if (tables.length === 1 && only) return `Available: ${listed(only.columns.map(({ name }) => name))}.`
  return tables.map(({ name, columns }) => `${name} has ${listed(columns.map((column) => column.name))}.`).join(' ')
}

/**
 * Finds the invalid part in the query as a whole word, with or without quotes. The search starts at the line in
 * DuckDB's message. Undefined if the query does not contain the invalid part literally.
 */
function offsetOf(query: string, wrong: string, message: string): { start: number; end: number } | undefined {
  const line = Number(/\nLINE (\d+): /.exec(message)?.[1] ?? 1)
  const from = query
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, 0)
  const escaped = wrong.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const name = new RegExp(`"${escaped}"|(?<![\\w"'])${escaped}(?![\\w"'])`, 'gi')
  name.lastIndex = from
  const found = name.exec(query)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}

function asName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function withoutExtension(name: string): string {
  return name.replace(/\.gz$/i, '').replace(/\.[^.]*$/, '')
}
