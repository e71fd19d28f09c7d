import type { Engine } from '@millrace/tables/engine'
import { plural, quoted } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { sqlNames, type Table } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { LEVELS, MONTHS } from '#sample/small-tables.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { explainQuery } from './query/explain-query.ts'

const PARAMETERS = {
  columns: {
    type: 'array',
    title: 'New columns',
    description:
      "A formula uses column names, numbers, and functions of DuckDB’s SQL, such as level_cm / 100, round(a + b, 1), upper(station), year(date) or if(level_cm > 400, 'high', 'low'). Write names with spaces in double quotes. A name that exists replaces that column. Later formulas can use earlier columns.",
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

/** Adds columns that are computed from others. */
export const computeColumns = tableStep({
  functionName: 'compute_columns',
  version: '1.0.1',
  title: 'Compute columns',
  shortDescription: 'Adds or replaces columns with formulas over the other columns of the same row.',
  longDescription: `Each new column has a name and a formula, such as level_cm / 100 for level_m. Formulas use DuckDB's SQL functions: round,
abs, sqrt, ln, exp, lower, upper, replace, left, year, month, date_diff, if, case, coalesce and many more.

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
    let from = `(SELECT ${sqlNames(table.columns)} FROM ${table.view})`
    let names = table.columns.map((column) => column.name)
    for (const { name, formula } of parameters.columns ?? []) {
      const value = await formulaSql(job, { formula, from, name })
      const replaced = names.find((one) => one.toLowerCase() === name.toLowerCase())
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
    return { from: `(SELECT ${names.map((name) => sqlName(name)).join(', ')} FROM computed)` }
  },
})

interface Formula {
  formula: string
  from: string
  name: string
}

/** SQL for a formula. It must be one expression, so it is checked before it becomes part of a query. */
async function formulaSql(
  { engine, table, parameters }: TableJob<typeof PARAMETERS>,
  { formula, from, name }: Formula,
) {
  const refuse = (message: string): never => {
    throw new StepError(message, { parameter: { name: 'columns', wrong: formula } })
  }
  const probe = `SELECT (${formula}\n) AS value FROM ${from}`
  const parsed = await engine.parse(probe)
  if ('fault' in parsed) return explainFormula(new Error(parsed.fault), { formula, name, table })
  if (parsed.statements !== 1 || !parsed.reads || /;/.test(withoutTexts(formula)))
    return refuse(`The formula of \`${name}\` is not a single expression. Write one, such as level_cm / 100.`)
  const [value, ...more] = await engine
    .rows<{ column_name: string; column_type: string }>(`DESCRIBE ${probe}`)
    .catch((error: unknown) => explainFormula(error, { formula, name, table }))
  const type = value?.column_type ?? ''
  if (more.length > 0 || value?.column_name !== 'value' || type.startsWith('STRUCT('))
    return refuse(`The formula of \`${name}\` is not a single expression. Write one, such as level_cm / 100.`)
  const sql = parameters.errors === 'empty' ? `TRY((${formula}\n))` : `(${formula}\n)`
  return /^(DOUBLE|FLOAT)$/.test(type) ? `CASE WHEN isfinite(${sql}) THEN ${sql} END` : sql
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
    throw new StepError(`The formula of \`${name}\` can’t be computed. ${explained.message}`, {
      cause: error,
      parameter: { name: 'columns', wrong: formula, suggestions: fixed },
    })
  }
}

/** Counts the values of the new columns. A formula that fails for some row fails here, before anything is written. */
async function countValues(engine: Engine, table: Table, names: readonly string[]): Promise<(number | bigint)[]> {
  const counts = names.map((name) => `count(${sqlName(name)})`)
  const found = engine.row<{ counts: (number | bigint)[] }>(`SELECT [${counts.join(', ')}] AS counts FROM computed`)
  const { counts: values } = await found.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    if (!/^(Conversion|Invalid Input|Out of Range)/i.test(message)) throw error
    const value = /'([^']{1,80})'/.exec(message)?.[1]
    throw new StepError(
      `A formula fails for some rows of ${table.name}${value ? `, such as ${quoted(value)}` : ''}: ${message.split('\n')[0]?.replace(/\.?$/, '.')} Correct the formula of ${names.join(' or ')}, or set “Rows where a formula fails” to leave the cell empty.`,
      { cause: error, parameter: { name: 'columns' } },
    )
  })
  return values
}
