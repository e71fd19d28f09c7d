import { listed } from '@millrace/tables/sentences'
import type { Table } from '@millrace/tables/table'
import { TableFault } from '@millrace/tables/table-fault'
import { StepError } from '@millrace/worker-sdk'
import { nearestNames } from '#tables/nearest-names.ts'

/** What is wrong with a query: a sentence, and the part of it that is wrong. */
interface QueryFault {
  sentence: string
  wrong?: string
  /** What the part should name. */
  kind?: 'column' | 'table'
  /** DuckDB's own suggestion. */
  instead?: string
}

/** DuckDB's messages about errors that people make, with the name in question. */
const MESSAGES: [pattern: RegExp, fault: (name: string, instead?: string) => QueryFault][] = [
  [/^Referenced column "(.+?)" (?:was )?not found/, noColumn],
  [/does not have a column named "(.+?)"/, noColumn],
  [
    /^Table with name (.+?) does not exist/,
    (name) => ({ sentence: `There is no table \`${name}\`.`, wrong: name, kind: 'table' }),
  ],
  [
    /^(?:\w+ )?Function with name (.+?) does not exist/,
    (name, instead) => ({ sentence: `There is no function \`${name}\`.`, wrong: name, ...(instead && { instead }) }),
  ],
  [
    /^Type with name (.+?) does not exist/,
    (name, instead) => ({ sentence: `There is no type \`${name}\`.`, wrong: name, ...(instead && { instead }) }),
  ],
  [
    /^syntax error at or near "(.+?)"/,
    (name) => ({ sentence: `The query has a syntax error at \`${name}\`.`, wrong: name }),
  ],
  [
    /^column "(.+?)" must appear in the GROUP BY/,
    (name) => ({ sentence: `Column \`${name}\` is neither grouped nor aggregated.`, wrong: name }),
  ],
]

function noColumn(name: string): QueryFault {
  return { sentence: `There is no column \`${name}\`.`, wrong: name, kind: 'column' }
}

/** Replaces DuckDB's error by a sentence that names the wrong part of the query and what to choose from. */
export function explainQuery(error: unknown, query: string, tables: readonly Table[]): never {
  if (error instanceof StepError || error instanceof TableFault) throw error
  const message = error instanceof Error ? error.message : String(error)
  const fault = faultOf(message)
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

function faultOf(message: string): QueryFault {
  const text = message.replace(/^(Failed to [a-z ]+: )?([A-Z][\w ]*Error: ?)?/, '')
  const instead = /Did you mean "(.+?)"/.exec(text)?.[1]
  for (const [pattern, fault] of MESSAGES) {
    const name = pattern.exec(text)?.[1]
    if (name !== undefined) return fault(name, instead)
  }
  const [first = ''] = text.split(/\n\n|\nLINE /)
  return {
    sentence: `The query failed: ${first
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.!]?$/, '.')}`,
  }
}

/** What the tables offer. The sentence before it is the same for all files, so that equal faults can be grouped. */
function remedyOf({ kind, instead }: QueryFault, tables: readonly Table[]): string {
  if (kind === 'table')
    return `Tables: input (the first one), ${listed(tables.map(({ name }) => withoutExtension(name)))}.`
  if (instead) return `Did you mean \`${instead}\`?`
  const [only] = tables
  if (tables.length === 1 && only) return `Available: ${listed(only.columns.map(({ name }) => name))}.`
  return tables.map(({ name, columns }) => `${name} has ${listed(columns.map((column) => column.name))}.`).join(' ')
}

/**
 * Where the query names the wrong part: with or without quotes, as a whole word, from the line that DuckDB's message
 * points to. Undefined if the query does not spell it out.
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

/** A name as SQL spells it. */
function asName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function withoutExtension(name: string): string {
  return name.replace(/\.gz$/i, '').replace(/\.[^.]*$/, '')
}
