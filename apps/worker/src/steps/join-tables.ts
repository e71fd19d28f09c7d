import { distinctNames } from '@millrace/tables/dialect'
import type { Engine } from '@millrace/tables/engine'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, type Table } from '@millrace/tables/table'
import { outputName, StepError } from '@millrace/worker-sdk'
import { LEVELS, STATIONS } from '#sample/small-tables.ts'
import { columnsNamed } from '#tables/choose-columns.ts'
import { COLUMNS } from '#tables/column-parameters.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { type TableJob, tableSlot, tableStep } from '#tables/table-step.ts'
import { warnOfMissingOffsets } from '#tables/time-zone.ts'
import { textSql } from '#tables/value-text.ts'
import { writeTable } from '#tables/write-table.ts'
import { type KeyPair, keyPairs } from './join/join-keys.ts'

const PARAMETERS = {
  keys: {
    ...COLUMNS,
    title: 'Key columns',
    description: 'Rows with equal values in these columns match. Leave empty for the columns that both tables have.',
    'x-group': 'Keys',
  },
  other_keys: {
    ...COLUMNS,
    title: 'Key columns of the other table',
    description: 'Fill this in only if the key columns have other names in that table. Keep the same order.',
    'x-column-of': 'other',
    'x-group': 'Keys',
  },
  lenient: {
    type: 'boolean',
    title: 'Ignore case and surrounding spaces',
    default: true,
    'x-group': 'Keys',
  },
  keep: {
    type: 'string',
    title: 'Rows to keep',
    enum: ['left', 'both', 'all', 'unmatched'],
    default: 'left',
    'x-enum-titles': {
      left: 'All of the first table',
      both: 'Only rows with a match',
      all: 'All of both tables',
      unmatched: 'Only rows without a match',
    },
    'x-group': 'Rows',
  },
  several: {
    type: 'string',
    title: 'Several matches',
    description: 'If several rows of the other table have the same key.',
    enum: ['all', 'first', 'stop'],
    default: 'all',
    'x-enum-titles': { all: 'One row per match', first: 'Use the first', stop: 'Stop with an error' },
    'x-group': 'Rows',
  },
  other_columns: {
    ...COLUMNS,
    title: 'Columns to add',
    description: 'From the other table. Leave empty for all.',
    'x-column-of': 'other',
    'x-group': 'Columns',
  },
  other_sheet: { ...SHEET_PARAMETER, title: 'Sheet of the other table', 'x-sheet-of': 'other', 'x-group': 'Files' },
} as const

export const joinTables = tableStep({
  functionName: 'join_tables',
  version: '1.1.19',
  deterministic: true,
  title: 'Join tables',
  shortDescription: 'Adds the columns of a second table to the rows with equal keys, and lists keys without a match.',
  longDescription: `Looks up each row of the first table in the second one by key columns, such as the station, and adds the columns found there.
Two sheets of one workbook can be joined too: choose the same file twice and name both sheets.

Keys that have no match in the other table are listed in a second result with the number of their rows. Empty keys match
nothing. Times match if they are the same moment; a date matches midnight of that day. If one column has numbers and the
other text, they are compared as text, where 1.0 matches 1. If one column has single precision (float32), both are
compared to about 7 digits.`,
  categories: ['Tables', 'Combine'],
  tasks: [
    'join',
    'merge',
    'lookup',
    'vlookup',
    'xlookup',
    'combine two tables',
    'add columns from another table',
    'match',
  ],
  icon: 'merge',
  parameters: PARAMETERS,
  inputs: [
    tableSlot({ name: 'table', title: 'Table', description: 'The table whose rows are kept.' }),
    tableSlot({ name: 'other', title: 'Other table', description: 'The table that adds columns.' }),
  ],
  keepsValues: true,
  output: { name: 'joined', title: 'Joined table', description: 'Rows with the columns of both.', suffix: '_joined' },
  further: [
    {
      name: 'unmatched',
      title: 'Keys without a match',
      description: 'Each with its table and its number of rows.',
      mediaType: 'text/csv',
    },
  ],
  figures: {
    matchedRows: { type: 'integer', title: 'Rows with a match' },
    unmatchedRows: { type: 'integer', title: 'Rows without a match' },
    unmatchedOtherRows: { type: 'integer', title: 'Rows of the other table without a match' },
  },
  examples: [
    {
      title: 'Add river and position to water levels',
      parameters: { keys: ['station'] },
      inputs: { table: [LEVELS], other: [STATIONS] },
    },
    {
      title: 'Find levels of unknown stations',
      description: 'Keeps only the rows that have no match.',
      parameters: { keys: ['station'], keep: 'unmatched' },
      inputs: { table: [LEVELS], other: [STATIONS] },
    },
  ],
  async make(job) {
    const { engine, tables, parameters, log } = job
    const [left, right] = tables
    if (!left || !right) throw new Error('Choose two tables to join.')
    const { keys, other_keys: otherKeys, lenient } = parameters
    const pairs = keyPairs(left, right, { keys, otherKeys, lenient })
    logKeys(pairs, log)
    for (const pair of pairs) {
      const own = [left, right].map((table, at) => ({ table, column: at === 0 ? pair.left : pair.right }))
      warnOfMissingOffsets(keyName(pair), own, log)
    }
    const { repeats, ...sides } = await keepSides(engine, left, right, { pairs, several: parameters.several })
    const figures = await matchFigures(engine, left, right)
    await writeUnmatched(job, pairs, { left, right })
    const { matchedRows, unmatchedRows, unmatchedOtherRows } = figures
    log.info(
      `${left.name}: ${plural(matchedRows, 'row')} with a match, ${count(unmatchedRows)} without. ${right.name}: ${plural(unmatchedOtherRows, 'row')} without a match.`,
    )
    if (parameters.keep !== 'unmatched') logRepeats(job, { left, right, repeats })
    return { from: joinedSql(job, { left, right, pairs, ...sides }), figures }
  },
})

function logKeys(pairs: readonly KeyPair[], log: TableJob<typeof PARAMETERS>['log']): void {
  log.info(`Joining by ${listed(pairs.map(keyName))}.`)
  for (const { left, right } of pairs.filter(({ asText }) => asText)) {
    const [own, other] = left.kind === right.kind ? [left.type, right.type] : [`${left.kind}s`, `${right.kind}s`]
    log.warn(`\`${left.name}\` has ${own} and \`${right.name}\` ${other}, so they are compared as text.`)
  }
  for (const { left, right } of pairs.filter(({ asSingle }) => asSingle)) {
    const [single, other] = left.type === 'FLOAT' ? [left, right] : [right, left]
    log.info(
      `\`${single.name}\` has numbers of single precision, so those of \`${other.name}\` are compared to about 7 digits.`,
    )
  }
}

/** Rows of the first table that match several rows of the other table. */
interface Repeats {
  rows: number
  /** Number of rows in the result if each match has its own row. */
  copies: number
  /** Number of rows of the other table that are matched, but are not the first with their key. */
  further: number
}

function logRepeats(
  { parameters, log }: TableJob<typeof PARAMETERS>,
  { left, right, repeats: { rows, copies, further } }: { left: Table; right: Table; repeats: Repeats },
): void {
  if (rows === 0) return
  const found = `${plural(rows, 'row')} of ${left.name} ${rows === 1 ? 'has' : 'have'} several matches in ${right.name}`
  if (parameters.several === 'first') {
    const ignored = `${plural(further, 'further row')} of ${right.name} ${further === 1 ? 'was' : 'were'} ignored`
    log.info(`${found}. The first match was used; ${ignored}.`)
    return
  }
  log.warn(
    `${found}, so ${rows === 1 ? 'it' : 'they'} became ${count(copies)} rows. If this is not intended, add key columns or set “Several matches” to “Use the first”.`,
  )
}

function keyName({ left, right }: KeyPair): string {
  return left.name === right.name ? left.name : `${left.name} = ${right.name}`
}

const ROWS_MAX = 50_000_000

/**
 * Stores the distinct keys of each table. With each key, stores how many rows have it, and the row number of the first.
 * Throws an error if the join would multiply rows although the user doesn't allow it, or would return too many rows.
 * Returns SQL for the join condition and for the rows of the other table, and how many rows have several matches.
 */
async function keepSides(
  engine: Engine,
  left: Table,
  right: Table,
  { pairs, several }: { pairs: readonly KeyPair[]; several: 'all' | 'first' | 'stop' },
): Promise<{ onSql: string; rightSql: string; repeats: Repeats }> {
  // The original spelling of keys is looked up later by row number, because the engine can’t spill text to disk while
  // it groups.
  const counted = (table: Table, alias: 'l' | 'r') => {
    const sqls = pairs.map((pair, at) => `${alias === 'l' ? pair.leftSql : pair.rightSql} AS k${at}`).join(', ')
    // Grouped by position, because a column of the table may also be called `k0`.
    const places = pairs.map((_, at) => at + 1).join(', ')
    return `SELECT ${sqls}, count(*) AS n, min(${alias}.${ROW}) AS first FROM ${table.numbered} ${alias} GROUP BY ${places}`
  }
  await engine.store('left_keys', counted(left, 'l'), { columns: pairs.length + 2 })
  await engine.store('right_keys', counted(right, 'r'), { columns: pairs.length + 2 })
  const using = pairs.map((_, at) => `a.k${at} = b.k${at}`).join(' AND ')
  const { rows, most, at, repeats } = await countMatches(engine, using)
  const keyIn = () => keyAt(engine, right, { names: pairs.map((pair) => pair.right.name), row: at })
  if (several === 'stop' && most > 1) {
    throw new StepError(
      `The key ${await keyIn()} has ${count(most)} rows in ${right.name}. Remove the repeated rows with Deduplicate rows, add a key column, or set “Several matches” to “One row per match”.`,
      { parameter: { name: 'several' } },
    )
  }
  const limit = Math.max(ROWS_MAX, 4 * (left.rows + right.rows))
  if (several === 'all' && rows > limit) {
    throw new StepError(
      `The result would have ${count(rows)} rows, because keys repeat in both tables: ${await keyIn()} has ${count(most)} rows in ${right.name}. Add key columns until they identify a row, or set “Several matches” to “Use the first”.`,
      { parameter: { name: 'keys' } },
    )
  }
  const equal = pairs.map(({ leftSql, rightSql }) => `${leftSql} = ${rightSql}`).join(' AND ')
  // Rows with a match are reduced to the first row of each key. Rows without a match are all kept.
  const others = pairs.map(({ rightSql }, at) => `${rightSql} = m.k${at}`).join(' AND ')
  const matched = `(SELECT b.* FROM right_keys b SEMI JOIN left_keys a ON ${using})`
  const first = `(SELECT r.* FROM ${right.numbered} r LEFT JOIN ${matched} m ON ${others} WHERE m.first IS NULL OR m.first = r.${ROW})`
  return { onSql: equal, rightSql: several === 'first' ? first : right.numbered, repeats }
}

/**
 * Counts the rows of an inner join, and those with several matches. Of the keys that match, returns the highest number
 * of rows in the other table, and the first row with that key.
 */
async function countMatches(engine: Engine, using: string) {
  const found = await engine.row<Record<string, number | null>>(
    `SELECT sum(a.n::DOUBLE * b.n) AS rows, max(b.n) AS most, arg_max(b.first, b.n) AS at,
       sum(a.n::DOUBLE) FILTER (b.n > 1) AS repeated, sum(a.n::DOUBLE * b.n) FILTER (b.n > 1) AS copies,
       sum(b.n::DOUBLE - 1) AS further
     FROM left_keys a JOIN right_keys b ON ${using}`,
  )
  const { rows, most, at, repeated, copies, further } = found
  const repeats: Repeats = { rows: repeated ?? 0, copies: copies ?? 0, further: further ?? 0 }
  return { rows: rows ?? 0, most: most ?? 0, at: at ?? 1, repeats }
}

async function keyAt(engine: Engine, { numbered }: Table, { names, row }: { names: readonly string[]; row: number }) {
  const values = names.map((name) => `any_value(${sqlName(name)}::VARCHAR)`)
  const { key } = await engine.row<{ key: string }>(
    `SELECT concat_ws(', ', ${values.join(', ')}) AS key FROM ${numbered} WHERE ${ROW} = ${row}`,
  )
  return key
}

async function matchFigures(engine: Engine, left: Table, right: Table) {
  const keys = (await engine.rows<{ column_name: string }>('DESCRIBE FROM left_keys')).filter(({ column_name }) =>
    /^k\d+$/.test(column_name),
  )
  const using = keys.map(({ column_name }) => `a.${column_name} = b.${column_name}`).join(' AND ')
  const matched = (own: string, other: string) =>
    `(SELECT coalesce(sum(a.n), 0)::DOUBLE FROM ${own} a SEMI JOIN ${other} b ON ${using})`
  const found = await engine.row<{ l: number; r: number }>(
    `SELECT ${matched('left_keys', 'right_keys')} AS l, ${matched('right_keys', 'left_keys')} AS r`,
  )
  return {
    matchedRows: found.l,
    unmatchedRows: left.rows - found.l,
    unmatchedOtherRows: right.rows - found.r,
  }
}

async function writeUnmatched(
  { engine, context }: TableJob<typeof PARAMETERS>,
  pairs: readonly KeyPair[],
  { left, right }: { left: Table; right: Table },
): Promise<void> {
  const using = pairs.map((_, at) => `a.k${at} = b.k${at}`).join(' AND ')
  const keys = pairs.map(({ left: { name } }) => (/^(table|rows)$/i.test(name) ? `${name} (key)` : name))
  const named = distinctNames(keys, ['table', 'rows']).map(sqlName)
  const of = (table: Table, side: 'left' | 'right', other: 'left' | 'right') => {
    const names = pairs.map((pair, at) => `${textSql(pair[side], 't')} AS ${named[at]}`).join(', ')
    const unmatched = `(SELECT a.first, a.n FROM ${side}_keys a ANTI JOIN ${other}_keys b ON ${using})`
    return `SELECT ${sqlText(table.name)} AS "table", ${names}, u.n AS "rows" FROM ${unmatched} u JOIN ${table.numbered} t ON t.${ROW} = u.first`
  }
  const from = `(SELECT * FROM (${of(left, 'left', 'right')} UNION ALL ${of(right, 'right', 'left')}) ORDER BY ALL)`
  await writeTable(engine, context, { slot: 'unmatched', from, suffix: '_unmatched', format: 'csv' })
}

interface Joined {
  left: Table
  right: Table
  pairs: readonly KeyPair[]
  onSql: string
  /**
   * Relation with the rows of the other table. Of the rows with the same key, all but the first may be left out if the
   * key has a match.
   */
  rightSql: string
}

function joinedSql(
  { parameters }: TableJob<typeof PARAMETERS>,
  { left, right, pairs, onSql, rightSql }: Joined,
): string {
  const { keep } = parameters
  const isKey = (name: string) => pairs.some((pair) => pair.right.name === name)
  const named = columnsNamed(right, parameters.other_columns, 'other_columns')
  const added = (named.length > 0 ? named : right.columns).filter(({ name }) => !isKey(name))
  const taken = new Set(left.columns.map((column) => column.name.toLowerCase()))
  const lefts = left.columns.map(({ name }) => leftValue(name, pairs, keep))
  if (keep === 'unmatched')
    return `(SELECT ${lefts.join(', ')} FROM ${left.numbered} l ANTI JOIN ${rightSql} r ON ${onSql} ORDER BY l.${ROW})`
  const rights = added.map(({ name }) => {
    const free = freeName(name, right.name, taken)
    return `r.${sqlName(name)} AS ${sqlName(free)}`
  })
  const kind = { left: 'LEFT', both: 'INNER', all: 'FULL' }[keep]
  return `(SELECT ${[...lefts, ...rights].join(', ')} FROM ${left.numbered} l ${kind} JOIN ${rightSql} r ON ${onSql} ORDER BY l.${ROW} NULLS LAST, r.${ROW})`
}

function ofTable({ name }: { name: string }, table: string): string {
  return `${table}.${sqlName(name)}`
}

/**
 * Returns SQL for a value of the first table. In rows that exist only in the other table, key columns show the keys of
 * that table.
 */
function leftValue(name: string, pairs: readonly KeyPair[], keep: string): string {
  const pair = pairs.find(({ left }) => left.name === name)
  if (keep !== 'all' || !pair) return `l.${sqlName(name)}`
  // UUIDs can be joined with other text, but `coalesce` needs values of one type, so both are converted to text.
  const isMixed = pair.left.kind === 'text' && pair.left.type !== pair.right.type
  const own = pair.asText || isMixed ? textSql : ofTable
  return `coalesce(${own(pair.left, 'l')}, ${own(pair.right, 'r')}) AS ${sqlName(name)}`
}

function freeName(name: string, file: string, taken: Set<string>): string {
  let free = name
  for (let n = 1; taken.has(free.toLowerCase()); n += 1) free = `${name} (${n === 1 ? outputName(file, '') : n})`
  taken.add(free.toLowerCase())
  return free
}
