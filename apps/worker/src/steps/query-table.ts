import type { Engine } from '@millrace/tables/engine'
import { listed, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { sqlNames, type Table } from '@millrace/tables/table'
import { TableFault } from '@millrace/tables/table-fault'
import { defineStep, StepError, type StepInput } from '@millrace/worker-sdk'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { readTable } from '#tables/read-table.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { withEngine } from '#tables/with-engine.ts'
import { FORMAT_PARAMETER, WRITTEN_MEDIA, writeTable } from '#tables/write-table.ts'

/** Runs one SQL query over one or several tables. */
export const queryTable = defineStep({
  functionName: 'query_table',
  version: '2.0.0',
  title: 'Query tables',
  shortDescription: 'Filters, joins and computes with SQL over one or several tables.',
  longDescription: `Each table is called by its file name without the ending: readings.csv is readings, "2024 levels.csv" is
"2024 levels". The first one is also called input, and they are numbered as table1, table2 …

The query is one SELECT in DuckDB's SQL, which is close to PostgreSQL's. It can read the tables and nothing else:
no files, no network.`,
  parameters: {
    type: 'object',
    properties: {
      sql: {
        type: 'string',
        format: 'sql',
        title: 'Query',
        description: 'One SELECT. The first table is called input.',
        default: 'SELECT *\nFROM input',
        minLength: 1,
      },
      output_format: FORMAT_PARAMETER,
      encoding: ENCODING_PARAMETER,
    },
  },
  inputs: [
    {
      name: 'tables',
      title: 'Tables',
      description: 'The tables the query may use.',
      mediaType: TABLE_MEDIA,
      max: null,
    },
  ],
  outputs: [{ name: 'result', title: 'Result', description: 'The rows of the query.', mediaType: WRITTEN_MEDIA }],
  returns: { type: 'object', properties: { rows: { type: 'integer' }, columns: { type: 'integer' } } },
  tags: ['category=tables'],
  run: (context) =>
    withEngine(context, async (engine) => {
      const inputs = context.inputs('tables')
      if (inputs.length === 0) throw new StepError('No table is chosen. Choose at least one and start the job again.')
      const tables: Table[] = []
      for (const [index, input] of inputs.entries()) {
        tables.push(await readTable(engine, input, { ...context, index }))
        context.progress(((index + 1) / inputs.length) * 0.5)
      }
      const names = await nameTables(engine, inputs, tables)
      context.log.info(`Tables: ${names.join(', ')}.`)
      const sql = await oneQuery(engine, context.parameters.sql, tables)
      const { output_format: format } = context.parameters
      const from = `(\n${sql}\n)`
      const written = await writeTable(engine, context, { slot: 'result', from, suffix: '_query', format }).catch(
        (error: unknown) => explain(error, tables),
      )
      const { rows, columns } = written
      context.log.info(`The query gave ${plural(rows, 'row')}.`)
      return { rows, columns }
    }),
})

/** Makes the tables known by the stems of their files, by `input` and by number. */
async function nameTables(engine: Engine, inputs: readonly StepInput[], tables: readonly Table[]): Promise<string[]> {
  const taken = new Set<string>()
  const names: string[] = []
  const call = async (name: string, table: Table) => {
    if (taken.has(name.toLowerCase())) return
    taken.add(name.toLowerCase())
    names.push(name)
    await engine.run(`CREATE VIEW ${sqlName(name)} AS SELECT ${sqlNames(table.columns)} FROM ${table.view}`)
  }
  for (const [index, table] of tables.entries()) {
    const stem = inputs[index]?.name
      .replace(/\.gz$/i, '')
      .replace(/\.[^.]*$/, '')
      .trim()
    if (stem && !/^(table|numbered|texts|loaded)_\d+$/i.test(stem)) await call(stem, table)
    if (index === 0) await call('input', table)
    await call(`table${index + 1}`, table)
  }
  return names
}

async function oneQuery(engine: Engine, text: string, tables: readonly Table[]): Promise<string> {
  const sql = text.trim().replace(/(;\s*)+$/, '')
  if (sql === '') throw new StepError('The query is empty. Write a SELECT, such as: SELECT * FROM input')
  const parsed = await engine.parse(sql)
  if ('fault' in parsed) return explain(new Error(parsed.fault), tables)
  if (parsed.statements !== 1) throw new StepError('The query holds several statements. Keep one SELECT.')
  if (!parsed.reads)
    throw new StepError('The query does more than read. Write it as one SELECT; the tables cannot be changed.')
  return sql
}

/** The engine's own words name the place in the query; what they leave out is what there is to choose from. */
function explain(error: unknown, tables: readonly Table[]): never {
  if (error instanceof StepError || error instanceof TableFault) throw error
  const message = error instanceof Error ? error.message : String(error)
  const [first = ''] = message.replace(/^(Failed to [a-z ]+: )?([A-Z][\w ]*Error: ?)?/, '').split(/\n\n|\nLINE /)
  const reason = first
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]?$/, '.')
  const columns = tables.map((table) => `${table.name} has ${listed(table.columns.map((column) => column.name))}`)
  throw new StepError(`The query could not be run: ${reason} ${columns.join('; ')}. Correct the query and start again.`)
}
