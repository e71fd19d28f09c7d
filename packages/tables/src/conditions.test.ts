import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import {
  asLiteral,
  boundValues,
  COMPARISONS,
  type Comparison,
  type Condition,
  type ConditionColumn,
  conditionSql,
  doubtfulNumber,
} from './conditions.ts'
import { openEngine } from './engine.ts'
import { sqlText } from './sql.ts'
import { timeOf } from './time-text.ts'
import { valuesIn } from './value-list.ts'

const folder = await mkdtemp(join(tmpdir(), 'conditions-'))
const engine = await openEngine(folder)
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

const COLUMNS = {
  level: { kind: 'number', type: 'DOUBLE', sql: 'level' },
  station: { kind: 'text', type: 'VARCHAR', sql: 'station' },
  time: { kind: 'time', type: 'TIMESTAMP', sql: 'time' },
  ok: { kind: 'boolean', type: 'BOOLEAN', sql: 'ok' },
} satisfies Record<string, ConditionColumn>
type Name = keyof typeof COLUMNS
type Row = Record<Name, string | null>

const LEVELS = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ min: -5, max: 5, noNaN: true })).map(String)
const STATIONS = fc.constantFrom('Köln', 'köln', 'Bonn', "O'Brien", 'a, b', '', ' ', '% _', '"x"')
const TIMES = fc
  .integer({ min: 0, max: 96 })
  .map((hours) => new Date(Date.UTC(2024, 1, 27, hours)).toISOString().slice(0, 19))
const DAYS = TIMES.map((time) => time.slice(0, 10))
const CELLS: Record<Name, fc.Arbitrary<string>> = {
  level: LEVELS,
  station: STATIONS,
  time: TIMES,
  ok: fc.constantFrom('true', 'false'),
}
const VALUES: Record<Name, fc.Arbitrary<string>> = {
  ...CELLS,
  station: STATIONS.filter((text) => text.trim() !== ''),
  time: fc.oneof(TIMES, DAYS),
}
const ROWS = fc.array(
  fc.record({
    level: fc.option(CELLS.level),
    station: fc.option(CELLS.station),
    time: fc.option(CELLS.time),
    ok: fc.option(CELLS.ok),
  }),
  { maxLength: 12 },
)
const WANTED = fc.constantFrom(...(Object.keys(COLUMNS) as Name[])).chain((column) =>
  fc.constantFrom(...COMPARISONS.filter((is) => is !== 'matches')).chain((is) => {
    const [minLength, maxLength] = is.startsWith('is ')
      ? [0, 0]
      : is === 'between'
        ? [2, 2]
        : [1, is === 'one of' ? 3 : 1]
    return fc
      .array(TEXTUAL.has(is) ? VALUES.station : VALUES[column], { minLength, maxLength })
      .map((values) => ({ column: TEXTUAL.has(is) ? ('station' as const) : column, is, values }))
  }),
)
const TEXTUAL: ReadonlySet<Comparison> = new Set(['contains', 'starts with', 'ends with'])

/** Evaluates a condition in plain JavaScript. */
function meets(column: Name, cell: string | null, { is, values }: Condition, ignoreCase: boolean): boolean {
  const isEmpty = cell === null || (column === 'station' && cell.trim() === '')
  if (is === 'is empty') return isEmpty
  if (is === 'is not empty') return !isEmpty
  if (cell === null) return is === 'differs'
  const read = (text: string): [from: number | string, until?: number | string] => {
    if (column === 'level') return [Number(text)]
    if (column === 'station') return [ignoreCase ? text.toLowerCase() : text]
    if (column === 'ok') return [text === 'true' ? 1 : 0]
    const from = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`)
    return text.length === 10 ? [from, from + 86_400_000] : [from]
  }
  const [own] = read(cell)
  const limits = values.map(read)
  const [[from, until] = ['']] = limits
  const equals = ([low, high]: [number | string, (number | string)?]) =>
    high === undefined ? own === low : own >= low && own < high
  const atMost = ([low, high]: [number | string, (number | string)?]) => (high === undefined ? own <= low : own < high)
  switch (is) {
    case 'equals':
      return limits.every(equals)
    case 'differs':
      return !limits.every(equals)
    case 'one of':
      return limits.some(equals)
    case 'between':
      return own >= from && atMost(limits[1] ?? [''])
    case 'at least':
      return own >= from
    case 'less than':
      return own < from
    case 'at most':
      return limits.every(atMost)
    case 'more than':
      return until === undefined ? own > from : own >= until
    case 'contains':
      return String(own).includes(String(from))
    case 'starts with':
      return String(own).startsWith(String(from))
    default:
      return String(own).endsWith(String(from))
  }
}

function tableOf(rows: readonly Row[]): string {
  const cell = (text: string | null) => (text === null ? 'NULL' : sqlText(text))
  const lines = rows.map(
    ({ level, station, time, ok }, at) => `(${[`${at}`, ...[level, station, time, ok].map(cell)]})`,
  )
  const none = '(-1, NULL, NULL, NULL, NULL)'
  return `(SELECT place, level::DOUBLE AS level, station::VARCHAR AS station, time::TIMESTAMP AS time, ok::BOOLEAN AS ok
    FROM (VALUES ${[none, ...lines].join(', ')}) t(place, level, station, time, ok) WHERE place >= 0)`
}

it('finds the same rows as plain JavaScript, with parameters and with literals', async () => {
  await fc.assert(
    fc.asyncProperty(
      ROWS,
      fc.array(WANTED, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (rows, wanted, ignoreCase) => {
        const bound = boundValues()
        const where = (bind: (text: string) => string) =>
          wanted.map((one) => conditionSql(COLUMNS[one.column], one, { ignoreCase, bind })).join(' AND ')
        const query = (sql: string) => `SELECT place FROM ${tableOf(rows)} WHERE ${sql} ORDER BY place`

        const byParameter = await engine.rows<{ place: number }>(query(where(bound.bind)), bound.values)
        const byLiteral = await engine.rows<{ place: number }>(query(where(asLiteral)))

        const expected = rows.flatMap((row, at) =>
          wanted.every((one) => meets(one.column, row[one.column], one, ignoreCase)) ? [at] : [],
        )
        expect(byParameter.map(({ place }) => place)).toEqual(expected)
        expect(byLiteral.map(({ place }) => place)).toEqual(expected)
      },
    ),
    { numRuns: 150 },
  )
})

it('never puts a value into the statement', () => {
  const { bind, values } = boundValues()

  const sql = conditionSql(
    COLUMNS.station,
    { is: 'one of', values: ["' OR true --", '$1'] },
    { ignoreCase: true, bind },
  )

  expect(sql).toBe('((lower(station::VARCHAR) = lower($1::VARCHAR)) OR (lower(station::VARCHAR) = lower($2::VARCHAR)))')
  expect(values).toEqual(["' OR true --", '$1'])
})

it.each([
  ['ends with', '12:00:00'],
  ['starts with', '2024-01-15 1'],
  ['contains', '15 12'],
  ['matches', ':00$'],
] as const)('finds times with UTC offsets whose text in UTC %s %s', async (is, text) => {
  const column = { kind: 'time', type: 'TIMESTAMP WITH TIME ZONE', sql: 'time' } as const
  const sql = conditionSql(column, { is, values: [text] }, { ignoreCase: true, bind: asLiteral })

  const rows = await engine.rows(
    `SELECT time FROM (VALUES ('2024-01-15 14:00:00+02'::TIMESTAMPTZ), ('2024-01-16 03:04:05Z')) t(time) WHERE ${sql}`,
  )

  expect(rows).toHaveLength(1)
})

it.each([
  ['12,5', '12.5'],
  ['1,250', '1250'],
  ['0,250', '0.25'],
  ['1.250', '1.25'],
  ['1,250,000', '1250000'],
  ['1.250.000', '1250000'],
  ['-1,250,000.5', '-1250000.5'],
  ['1.250,5', '1250.5'],
])('reads the number %s as %s', (text, number) => {
  const { bind, values } = boundValues()

  conditionSql(COLUMNS.level, { is: 'at least', values: [text] }, { ignoreCase: false, bind })

  expect(values).toEqual([number])
})

it.each([
  ['1,250', '1.25'],
  ['1.250', '1.25'],
  ['12,5', '12.5'],
  ['1.250,5', '1250.5'],
])('reads the number %s as %s in a file with decimal commas', (text, number) => {
  const { bind, values } = boundValues()
  const column = { ...COLUMNS.level, decimal: ',' } as const

  conditionSql(column, { is: 'at least', values: [text] }, { ignoreCase: false, bind })

  expect(values).toEqual([number])
})

it.each([
  ['1,250', undefined, '1250'],
  ['1,250', ',', '1.25'],
  ['1.250', ',', '1.25'],
  ['1.250', undefined, undefined],
  ['1,250,000', undefined, undefined],
  ['12,5', undefined, undefined],
] as const)('says how it reads %s with the decimal sign %s: %s', (text, decimal, read) => {
  expect(doubtfulNumber(text, { kind: 'number', type: 'DOUBLE', decimal })).toBe(read)
})

it.each<[keyof typeof COLUMNS, Condition, string]>([
  ['level', { is: 'at least', values: ['high'] }, 'needs a number, such as 12.5.'],
  ['level', { is: 'equals', values: ['1e999'] }, 'needs a number, such as 12.5.'],
  ['level', { is: 'equals', values: ['0x10'] }, 'needs a number, such as 12.5.'],
  ['level', { is: 'between', values: ['1'] }, 'needs two values, such as “10 and 20”.'],
  ['level', { is: 'equals', values: ['1', '2'] }, 'needs one value.'],
  ['time', { is: 'more than', values: ['2024-02-30'] }, 'needs a time, such as 2024-03-01 or 2024-03-01 14:30.'],
  ['ok', { is: 'equals', values: ['maybe'] }, 'needs true or false.'],
  ['station', { is: 'contains', values: [' '] }, 'needs a value.'],
])('refuses %s %j', (column, condition, sentence) => {
  expect(() => conditionSql(COLUMNS[column], condition, { ignoreCase: false, bind: asLiteral })).toThrow(sentence)
})

it.each([
  ['2024-03-01', '2024-03-01 00:00:00', true],
  ['2024/3/1 4:30', '2024-03-01 04:30:00', false],
  ['2024-03-01T14:30:15.1234567', '2024-03-01 14:30:15.123456', false],
  ['2024-03-01 00:30+02:00', '2024-02-29 22:30:00', false],
  ['0099-01-01', '0099-01-01 00:00:00', true],
])('reads the time %s', (text, moment, isDay) => {
  expect(timeOf(text)).toEqual({ moment, isDay })
})

it.each([
  ['a, b;c', ['a', 'b', 'c']],
  ['"a, b", "say ""hi""",c', ['a, b', 'say "hi"', 'c']],
  ['O"Brien, ', ['O"Brien']],
  ['""', []],
])('splits %s into values', (text, values) => {
  expect(valuesIn(text)).toEqual(values)
})
