import type { Engine } from '@millrace/tables/engine'
import { queryFaultOf } from '@millrace/tables/query-messages'
import { plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sqlNames, type Table } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { LEVELS, MONTHS } from '#sample/small-tables.ts'
import { type CaseClash, caseClashesIn, findColumn } from '#tables/choose-columns.ts'
import { inSeconds } from '#tables/durations.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { overAllRows } from './compute-over-rows.ts'
import { explainQuery } from './query/explain-query.ts'

const PARAMETERS = {
  columns: {
    type: 'array',
    title: 'New columns',
    description:
      "A formula uses column names, numbers, and functions of DuckDB’s SQL, such as level_cm / 100, round(a + b, 1), upper(station), year(date) or if(level_cm > 400, 'high', 'low'). Write names with spaces in double quotes. If a column of that name exists, it is replaced. Later formulas can use earlier columns.",
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', minLength: 1, maxLength: 200 },
        formula: { type: 'string', title: 'Formula', minLength: 1, maxLength: 5000 },
      },
      required: ['name', 'formula'],
    },
    minItems: 1,
    maxItems: 100,
  },
  errors: {
    type: 'string',
    title: 'Rows where a formula fails',
    description: 'For instance, text that cannot be read as a number.',
    enum: ['stop', 'empty'],
    default: 'stop',
    'x-enum-titles': { stop: 'Stop with an error', empty: 'Leave the cell empty' },
  },
} as const

export const computeColumns = tableStep({
  functionName: 'compute_columns',
  version: '1.2.12',
  title: 'Compute columns',
  shortDescription: 'Adds or replaces columns with formulas over the other columns of the same row.',
  longDescription: `Each new column has a name and a formula, such as level_cm / 100 for level_m. Formulas use DuckDB's SQL functions: round,
abs, sqrt, ln, exp, lower, upper, replace, left, year, month, date_diff, if, case, coalesce and many more.

Window functions compute over several rows: avg(level_cm) over (partition by station order by date rows 6 preceding) is the
rolling mean of 7 rows per station; sum(rain) over (order by date) is a cumulative sum. Rows keep their order.

Formulas cannot read files or the network. Division by zero and a missing value give an empty cell; the log counts them.`,
  categories: ['Tables', 'Transform'],
  tasks: [
    'compute',
    'calculate',
    'formula',
    'convert units',
    'new column',
    'add column',
    'derive',
    'extract year',
    'if',
    'rolling mean',
    'moving average',
    'smooth a series',
    'cumulative sum',
    'z-score',
    'standardize',
    'difference to the previous row',
  ],
  icon: 'calculator',
  parameters: PARAMETERS,
  required: ['columns'],
  output: { name: 'computed', title: 'Table with new columns', suffix: '_computed' },
  examples: [
    {
      title: 'Convert levels to meters and flag high water',
      parameters: {
        columns: [
          { name: 'level_m', formula: 'round(level_cm / 100, 2)' },
          { name: 'state', formula: "if(level_m > 4, 'high', 'normal')" },
        ],
      },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Rolling mean of a week per station',
      parameters: {
        columns: [
          {
            name: 'week_mean',
            formula: 'round(avg(level_cm) over (partition by station order by date rows 6 preceding), 1)',
          },
        ],
      },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Sum and share per row',
      parameters: {
        columns: [
          { name: 'total', formula: 'Jan + Feb + Mar + Apr' },
          { name: 'share of March', formula: 'round(Mar / total, 2)' },
        ],
      },
      inputs: { table: [MONTHS] },
    },
  ],
  async make(job) {
    const { engine, table, parameters, log } = job
    // The engine returns rows in the order of the window, so row numbers are kept to restore the order of the table.
    const reorders = (parameters.columns ?? []).some((column) => hasWindow(column.formula))
    let from = reorders
      ? `(SELECT ${sqlNames(table.columns)}, ${ROW} FROM ${table.numbered})`
      : `(SELECT ${sqlNames(table.columns)} FROM ${table.view})`
    let names = table.columns.map((column) => column.name)
    for (const { name, formula } of parameters.columns ?? []) {
      const value = await formulaSql(job, { formula, from, name })
      const known = names.map((one) => table.columns.find((column) => column.name === one) ?? { name: one })
      const replaced = findColumn({ columns: known }, name)?.name
      if (!replaced) requireFree(name, names)
      const others = names.filter((one) => one !== replaced)
      from = replaced
        ? `(SELECT * REPLACE (${value} AS ${sqlName(replaced)}) FROM ${from})`
        : `(SELECT *, ${value} AS ${sqlName(name)} FROM ${from})`
      names = replaced ? names : [...others, name]
    }
    await engine.run(`CREATE VIEW computed AS FROM ${from}`)
    const made = [...new Set((parameters.columns ?? []).map(({ name }) => name))]
    const counts = await countValues(engine, table, made)
    for (const [at, name] of made.entries()) {
      const values = Number(counts[at] ?? 0)
      log.info(`${name}: ${plural(values, 'value')}, ${plural(table.rows - values, 'empty cell')}.`)
    }
    const order = reorders ? `ORDER BY ${ROW}` : ''
    const result = `(SELECT ${names.map((name) => sqlName(name)).join(', ')} FROM computed ${order})`
    return { from: await inSeconds(engine, { from: result, log, only: made }) }
  },
})

/**
 * Throws an error if a new column’s name differs from an existing name only in case or surrounding spaces, because SQL
 * ignores case.
 */
function requireFree(name: string, names: readonly string[]): void {
  const similar = names.find((one) => one.toLowerCase() === name.trim().toLowerCase())
  if (similar === undefined) return
  throw new StepError(
    `\`${name}\` differs from the column \`${similar}\` only in case or spaces. To replace that column, write \`${similar}\`; otherwise choose another name.`,
    {
      parameter: { name: 'columns', wrong: name },
    },
  )
}

interface Formula {
  formula: string
  from: string
  name: string
}

/**
 * Returns SQL for a formula. Throws an error unless the formula is a single, valid expression. Results that are not
 * finite become null. Errors become null if the user chose this and the engine can catch them.
 */
async function formulaSql(
  { engine, table, parameters }: TableJob<typeof PARAMETERS>,
  { formula, from, name }: Formula,
) {
  const refuse = (message: string): never => {
    throw new StepError(message, { parameter: { name: 'columns', wrong: formula } })
  }
  const [clash] = caseClashesIn(formula, table)
  if (clash) refuseTwin(clash, { formula, name, table })
  const probe = `SELECT (${formula}\n) AS value FROM ${from}`
  const parsed = await engine.parse(probe)
  const explain = async (error: unknown): Promise<never> => {
    if (GROUPED.test(messageOf(error))) await refuseAggregates(engine, { formula, name })
    return explainFormula(error, { formula, name, table })
  }
  if ('fault' in parsed) return explain(new Error(parsed.fault.replace(endOf(formula), INCOMPLETE)))
  if (parsed.statements !== 1 || !parsed.reads || /;/.test(withoutTexts(formula)))
    return refuse(`The formula of \`${name}\` is not a single expression. Write one, such as level_cm / 100.`)
  const described = (sql: string) =>
    engine.rows<{ column_name: string; column_type: string }>(`DESCRIBE ${sql}`).catch(explain)
  const [value, ...more] = await described(probe)
  const type = value?.column_type ?? ''
  if (more.length > 0 || value?.column_name !== 'value' || type.startsWith('STRUCT('))
    return refuse(`The formula of \`${name}\` is not a single expression. Write one, such as level_cm / 100.`)
  // This check refuses aggregates. An aggregate is a single expression, but the engine refuses it next to other
  // columns.
  await described(`SELECT (${formula}\n) AS value, * FROM ${from}`)
  const tried = `TRY((${formula}\n))`
  // The engine does not allow TRY around window functions, subqueries or functions such as random().
  const isTried =
    parameters.errors === 'empty' &&
    (await engine.rows(`DESCRIBE SELECT ${tried} FROM ${from}`).then(
      () => true,
      () => false,
    ))
  const sql = isTried ? tried : `(${formula}\n)`
  return /^(DOUBLE|FLOAT)$/.test(type) ? `CASE WHEN isfinite(${sql}) THEN ${sql} END` : sql
}

/**
 * Refuses a formula in which a column name is ambiguous. SQL ignores case, so the name would silently refer to another
 * column.
 */
function refuseTwin(
  { written, taken, name: own, fixed }: CaseClash,
  { formula, name, table }: { formula: string; name: string; table: Table },
): never {
  throw new StepError(
    `The formula of \`${name}\` can’t be computed. Formulas ignore case, so \`${written}\` could be \`${taken}\`. Write ${sqlName(own)} for the column \`${written}\` of ${table.name}.`,
    { parameter: { name: 'columns', wrong: formula, suggestions: [fixed] } },
  )
}

const GROUPED = /must appear in the GROUP BY clause/

async function refuseAggregates(engine: Engine, { formula, name }: Omit<Formula, 'from'>): Promise<void> {
  const over = await overAllRows(engine, formula)
  if (!over) return
  throw new StepError(
    `The formula of \`${name}\` can’t be computed. ${over.call} aggregates many rows. Say which, for example ${over.call} over () for all of them.`,
    { parameter: { name: 'columns', wrong: formula, suggestions: [over.formula] } },
  )
}

const INCOMPLETE = 'syntax error at end of input'

/** Returns a pattern for a syntax error at the parenthesis that is added on a separate line after a formula. */
function endOf(formula: string): RegExp {
  return new RegExp(`syntax error at or near "\\)"(?=[^]*\\nLINE ${formula.split('\n').length + 1}: )`)
}

function hasWindow(formula: string): boolean {
  return /\bover\b/i.test(withoutTexts(formula))
}

function withoutTexts(formula: string): string {
  return formula.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '')
}

function explainFormula(
  error: unknown,
  { formula, name, table }: { formula: string; name: string; table: Table },
): never {
  try {
    return explainQuery(error, formula, [table])
  } catch (explained) {
    if (!(explained instanceof StepError)) throw explained
    const { wrong, suggestions = [] } = explained.parameter ?? {}
    const fixed = wrong === undefined ? [] : suggestions.map((one) => formula.replace(wrong, one))
    throw new StepError(
      `The formula of \`${name}\` can’t be computed. ${explained.message.replace(/^The query /, 'It ')}`,
      {
        cause: error,
        parameter: { name: 'columns', wrong: formula, suggestions: fixed },
      },
    )
  }
}

/** Counts the values of the new columns. A formula that fails for a row fails here, before anything is written. */
async function countValues(engine: Engine, table: Table, names: readonly string[]): Promise<(number | bigint)[]> {
  const count = async (some: readonly string[]) => {
    const counts = some.map((name) => `count(${sqlName(name)})`).join(', ')
    // The engine counts values that are never missing without computing them, so they are also hashed.
    const hashes = some.map((name) => `max(hash(${sqlName(name)}))`).join(', ')
    return engine.row<{ counts: (number | bigint)[] }>(`SELECT [${counts}] AS counts, [${hashes}] FROM computed`)
  }
  const { counts } = await count(names).catch(async (error: unknown) => {
    if (!FAILS_FOR_ROWS.test(messageOf(error))) throw error
    for (const name of names) await count([name]).catch((fault: unknown) => refuseRows(table, name, fault))
    throw error
  })
  return counts
}

const FAILS_FOR_ROWS = /^(Conversion|Invalid Input|Out of Range)/i

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function refuseRows(table: Table, name: string, error: unknown): never {
  const { sentence } = queryFaultOf(messageOf(error))
  const reason = sentence.startsWith(UNKNOWN_REASON) ? `: ${sentence.slice(UNKNOWN_REASON.length)}` : `. ${sentence}`
  throw new StepError(
    `The formula of \`${name}\` fails for some rows of ${table.name}${reason} Correct it, or set “Rows where a formula fails” to leave the cell empty.`,
    { cause: error, parameter: { name: 'columns' } },
  )
}

const UNKNOWN_REASON = 'The query failed: '
