import type { Engine } from '@millrace/tables/engine'
import { queryNames } from '@millrace/tables/query-names'
import { plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { sqlNames, type Table } from '@millrace/tables/table'
import { defineStep, StepError, type StepInput } from '@millrace/worker-sdk'
import { LEVELS, STATIONS } from '#sample/small-tables.ts'
import { caseClashesIn } from '#tables/choose-columns.ts'
import { inSeconds } from '#tables/durations.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { readTable } from '#tables/read-table.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { withEngine } from '#tables/with-engine.ts'
import { FORMAT_PARAMETER, WRITTEN_MEDIA, writeTable } from '#tables/write-table.ts'
import { explainQuery } from './query/explain-query.ts'
import { VOLATILE_WORDS } from './query/volatile-words.ts'

export const queryTable = defineStep({
  functionName: 'query_table',
  version: '2.2.10',
  deterministic: true,
  title: 'Query tables',
  shortDescription: 'Filters, joins and computes with SQL over one or more tables.',
  longDescription: `Each table is named after its file without the extension: readings.csv is readings, and 2024 levels.csv is
"2024 levels" (in double quotes). The first table is also named input; all tables are also named table1, table2, and so
on. The log lists the names.

The query is one SELECT in DuckDB's SQL dialect, which is close to PostgreSQL's. It can read these tables, but not files
or the network.`,
  parameters: {
    type: 'object',
    properties: {
      sql: {
        type: 'string',
        format: 'sql',
        title: 'Query',
        description:
          'A single SELECT statement (DuckDB SQL, similar to PostgreSQL). Query the first table as `input`, or any table by its file name without the extension. Times with UTC offsets or Z are read as TIMESTAMP WITH TIME ZONE. The session time zone is UTC.',
        default: 'SELECT *\nFROM input',
        minLength: 1,
        'x-volatile-words': VOLATILE_WORDS,
      },
      output_format: FORMAT_PARAMETER,
      encoding: ENCODING_PARAMETER,
      sheet: { ...SHEET_PARAMETER, 'x-sheet-of': 'tables' },
      sample_rows: SAMPLE_PARAMETER,
    },
  },
  inputs: [
    {
      name: 'tables',
      title: 'Tables',
      description: 'The tables to query.',
      mediaType: TABLE_MEDIA,
      max: null,
    },
  ],
  outputs: [{ name: 'result', title: 'Result', description: 'The rows of the query.', mediaType: WRITTEN_MEDIA }],
  returns: {
    type: 'object',
    properties: { rows: { type: 'integer', title: 'Rows' }, columns: { type: 'integer', title: 'Columns' } },
  },
  categories: ['Tables', 'Transform'],
  tasks: ['sql', 'query', 'select', 'join with SQL', 'window function', 'subquery', 'group by', 'rename columns'],
  icon: 'database',
  showFirst: ['result'],
  examples: [
    {
      title: 'Mean level per station',
      parameters: { sql: 'SELECT station, avg(level_cm) AS mean_cm\nFROM input\nGROUP BY station\nORDER BY station' },
      inputs: { tables: [LEVELS] },
    },
    {
      title: 'Join two tables',
      parameters: { sql: 'SELECT date, river, level_cm\nFROM levels JOIN stations USING (station)' },
      inputs: { tables: [LEVELS, STATIONS] },
    },
  ],
  run: (context) =>
    withEngine(context, async (engine) => {
      const inputs = context.inputs('tables')
      if (inputs.length === 0) throw new StepError('No table was chosen. Choose at least one and start the job again.')
      const tables: Table[] = []
      for (const [index, input] of inputs.entries()) {
        tables.push(await readTable(engine, input, { ...context, index }))
        context.progress(((index + 1) / inputs.length) * 0.5)
      }
      for (const note of await nameTables(engine, inputs, tables)) context.log.info(note)
      for (const table of tables) {
        for (const { written, taken, name } of caseClashesIn(context.parameters.sql, table))
          context.log.warn(
            `Queries ignore case, so \`${written}\` was read as \`${taken}\`. Write ${sqlName(name)} for the column \`${written}\` of ${table.name}.`,
          )
      }
      const sql = await oneQuery(engine, context.parameters.sql, tables)
      const { output_format: format } = context.parameters
      const explain = (error: unknown) => explainQuery(error, sql, tables)
      const from = await inSeconds(engine, { from: `(\n${sql}\n)`, log: context.log }).catch(explain)
      const written = await writeTable(engine, context, { slot: 'result', from, suffix: '_query', format }).catch(
        explain,
      )
      const { rows, columns } = written
      context.log.info(`The query returned ${plural(rows, 'row')}.`)
      return { rows, columns }
    }),
})

async function nameTables(engine: Engine, inputs: readonly StepInput[], tables: readonly Table[]): Promise<string[]> {
  const names = queryNames(tables.map((_, index) => inputs[index]?.name ?? ''))
  for (const [index, table] of tables.entries()) {
    for (const name of names[index] ?? []) {
      await engine.run(`CREATE VIEW ${sqlName(name)} AS SELECT ${sqlNames(table.columns)} FROM ${table.view}`)
    }
  }
  return names.map((all, index) => `Query ${inputs[index]?.name} as ${all.slice(0, -1).join(', ')} or ${all.at(-1)}.`)
}

async function oneQuery(engine: Engine, text: string, tables: readonly Table[]): Promise<string> {
  const sql = text.trim().replace(/(;\s*)+$/, '')
  if (sql === '') refuse('The query is empty. Write a SELECT, such as: SELECT * FROM input')
  const parsed = await engine.parse(sql)
  if ('fault' in parsed) return explainQuery(new Error(parsed.fault), text, tables)
  if (parsed.statements !== 1) refuse('The query has several statements. Keep one SELECT.')
  if (!parsed.reads) refuse('Only SELECT is possible. Write a single SELECT.')
  return sql
}

function refuse(message: string): never {
  throw new StepError(message, { parameter: { name: 'sql' } })
}
