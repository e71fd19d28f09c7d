import { writeFile } from 'node:fs/promises'
import type { Engine } from '@millrace/tables/engine'
import { count, plural, quoted } from '@millrace/tables/sentences'
import { sqlText } from '@millrace/tables/sql'
import { StepError } from '@millrace/worker-sdk'
import { htmlReport, htmlTable, type ReportCell } from '#report/html-report.ts'
import { LEVELS, STATIONS } from '#sample/small-tables.ts'
import { tableStep } from '#tables/table-step.ts'
import { CHECKS, type Check, checkOf } from './validate/rules.ts'

const EXAMPLES = 5
/** How many violations of each rule are listed at most. All violations are counted. */
const LISTED_VIOLATIONS_MAX = 100_000

export const validateTable = tableStep({
  functionName: 'validate_table',
  version: '1.1.12',
  deterministic: true,
  title: 'Validate table',
  shortDescription: 'Checks a table against rules, such as ranges and unique keys, and reports violations.',
  longDescription: `Each rule applies to one column: not empty, unique, a number or time, within limits, one of several values, matching a pattern,
or ascending. Empty cells break only “is not empty”.

For each rule, the report says how many rows break it, with examples. A second result lists the violations with their
rows, up to ${count(LISTED_VIOLATIONS_MAX)} per rule. In a workflow, the step can stop so that bad data goes no further.`,
  categories: ['Tables', 'Clean', 'Explore'],
  tasks: [
    'validate',
    'check data',
    'quality rules',
    'range check',
    'find errors',
    'required values',
    'unique key',
    'schema',
  ],
  icon: 'list-checks',
  showFirst: ['valid', 'report', 'violations'],
  parameters: {
    rules: {
      type: 'array',
      title: 'Rules',
      items: {
        type: 'object',
        properties: {
          column: { type: 'string', title: 'Column', 'x-column-of': 'table', 'x-column-kind': 'any' },
          check: { type: 'string', title: 'Rule', enum: CHECKS, default: 'is not empty' },
          value: {
            type: ['string', 'null'],
            title: 'Value',
            description: 'For example “0”, “0 and 100” or “good, estimated”.',
            maxLength: 1000,
          },
        },
        required: ['column', 'check'],
      },
      minItems: 1,
      maxItems: 100,
    },
    if_broken: {
      type: 'string',
      title: 'If a rule is broken',
      enum: ['report', 'stop'],
      default: 'report',
      'x-enum-titles': { report: 'Report it', stop: 'Stop with an error' },
    },
  },
  required: ['rules'],
  output: {
    name: 'violations',
    title: 'Violations',
    description: 'Row, column, rule and value.',
    suffix: '_violations',
  },
  further: [{ name: 'report', title: 'Report', description: 'One page to read.', mediaType: 'text/html' }],
  figures: {
    valid: { type: 'boolean', title: 'Valid' },
    brokenRules: { type: 'integer', title: 'Broken rules' },
    violations: { type: 'integer', title: 'Violations' },
  },
  examples: [
    {
      title: 'Check water levels',
      parameters: {
        rules: [
          { column: 'level_cm', check: 'is not empty' },
          { column: 'level_cm', check: 'between', value: '0 and 450' },
          { column: 'station', check: 'one of', value: 'Maxau, Kaub, Köln' },
        ],
      },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Check a list of stations',
      parameters: {
        rules: [
          { column: 'station', check: 'is unique' },
          { column: 'latitude', check: 'between', value: '-90 and 90' },
        ],
      },
      inputs: { table: [STATIONS] },
    },
  ],
  async make({ engine, table, parameters, context, log }) {
    const checked: Checked[] = []
    for (const [at, rule] of (parameters.rules ?? []).entries()) {
      const check = await checkOf(engine, table, { rule, log })
      const listed = `broken_${at}`
      await engine.store(listed, `SELECT * FROM (${check.broken}) ORDER BY "row" LIMIT ${LISTED_VIOLATIONS_MAX}`, {
        columns: 2,
      })
      const violations = await violationsOf(engine, listed, check)
      const first = await engine.rows<Violation>(`SELECT * FROM ${listed} ORDER BY "row" LIMIT ${EXAMPLES}`)
      checked.push({ ...check, listed, violations, first })
      log[violations > 0 ? 'warn' : 'info'](
        `${check.sentence}: ${violations === 0 ? 'met by all rows' : `broken by ${plural(violations, 'row')}`}.`,
      )
    }
    const violations = checked.reduce((sum, one) => sum + one.violations, 0)
    const broken = checked.filter((one) => one.violations > 0)
    if (broken.length > 0 && parameters.if_broken === 'stop') throw new StepError(errorOf(table.name, broken))
    const note = `${plural(table.rows, 'row')}, ${plural(checked.length, 'rule')}.`
    const html = htmlReport({ title: `Validation of ${table.name}`, note, body: bodyOf(checked) })
    await writeFile(context.output('report', { suffix: '_validation.html', mediaType: 'text/html' }), html)
    const lists = checked.map(
      ({ listed: own, sentence, column }) =>
        `(SELECT "row", ${sqlText(column)} AS "column", ${sqlText(sentence)} AS "rule", value FROM ${own} ORDER BY "row")`,
    )
    const figures = { valid: broken.length === 0, brokenRules: broken.length, violations }
    return { from: `(${lists.join(' UNION ALL ')})`, figures }
  },
})

interface Violation {
  row: number
  value: string | null
}

async function violationsOf(engine: Engine, listed: string, { broken }: Check): Promise<number> {
  const rowsOf = async (from: string) => (await engine.row<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)).n
  const n = await rowsOf(listed)
  return n < LISTED_VIOLATIONS_MAX ? n : rowsOf(`(${broken})`)
}

interface Checked extends Check {
  /** Relation with the first rows that break the rule. */
  listed: string
  violations: number
  first: Violation[]
}

function errorOf(name: string, broken: readonly Checked[]): string {
  const [first] = broken
  const example = first?.first[0]
  const value = example?.value === null ? 'is empty' : `is ${quoted(example?.value ?? '')}`
  return `${plural(broken.length, 'rule')} broken: ${broken.map(({ sentence }) => sentence).join('; ')}. In ${name}, ${plural(first?.violations ?? 0, 'row')} ${first?.violations === 1 ? 'breaks' : 'break'} the first one; row ${count(example?.row ?? 0)} ${value}. Correct the data, or set “If a rule is broken” to report it.`
}

function bodyOf(checked: readonly Checked[]): string {
  const rows = checked.map(({ sentence, violations, first }): ReportCell[] => [
    sentence,
    { html: violations === 0 ? '<span class="good">✓ met</span>' : '<span class="bad">✗ broken</span>' },
    violations,
    first.map(({ row, value }) => `row ${count(row)}: ${value === null ? 'empty' : quoted(value)}`).join(', '),
  ])
  return htmlTable(['Rule', 'Result', 'Rows', 'First rows'], rows)
}
