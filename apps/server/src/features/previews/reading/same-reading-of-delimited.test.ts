import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asInSteps, asPreviewed, faultOf, type Reading, stored } from '#testing/readings.ts'

const DAYS = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
const DAY = DAYS.map((date) => date.toISOString().slice(0, 10))
const CELLS: Record<string, fc.Arbitrary<string>> = {
  integers: fc.integer().map(String),
  codes: fc.nat(999).map((code) => String(code).padStart(5, '0')),
  decimals: fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => value.toFixed(2)),
  exponents: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  commas: fc.integer({ min: -99_999, max: 99_999 }).map((value) => (value / 100).toFixed(2).replace('.', ',')),
  thousands: fc.nat(9_999_999).map((value) => value.toLocaleString('en-US')),
  percents: fc.nat(1000).map((value) => `${value / 10} %`),
  money: fc.nat(100_000).map((value) => `$${value}`),
  answers: fc.constantFrom('yes', 'no'),
  booleans: fc.constantFrom('true', 'false', 'TRUE', 'False'),
  days: DAY,
  digits: DAY.map((day) => day.replaceAll('-', '')),
  german: DAY.map((day) => day.split('-').reverse().join('.')),
  american: DAY.map((day) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')),
  moments: DAYS.map((date) => date.toISOString()),
  offsets: DAYS.map((date) => `${date.toISOString().slice(0, 19)}+02:00`),
  long: fc.bigInt({ min: 10n ** 17n, max: 10n ** 40n }).map(String),
  words: fc.constantFrom('Köln', 'a b', 'x;y', 'q"r', '=1+1', "'=1", '-', '1e', '+49 221', 'NaN', 'inf'),
}
const MISSING_VALUES = fc.constantFrom('', 'NA', 'n/a', '-', 'NaN', 'null', 'k.A.', '-999', ' ')

/** A delimited file in any dialect: columns of any kind, missing and mismatched cells, and lines above the rows. */
const delimitedFile = fc
  .tuple(
    fc.array(fc.constantFrom(...Object.keys(CELLS)), { minLength: 1, maxLength: 5 }),
    fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      above: fc.constantFrom('', '# a comment', 'Survey of spring'),
      header: fc.constantFrom('names', 'repeated', 'units', 'none'),
      isQuoted: fc.boolean(),
    }),
  )
  .chain(([kinds, dialect]) => {
    const cells = kinds.map((kind) =>
      fc.oneof(
        { weight: 20, arbitrary: CELLS[kind] ?? fc.constant('') },
        { weight: 2, arbitrary: MISSING_VALUES },
        { weight: 1, arbitrary: fc.constantFrom('err', '1.5', 'x') },
      ),
    )
    return fc
      .array(fc.tuple(...cells), { minLength: 1, maxLength: 30 })
      .map((rows) => delimitedText(kinds, rows, dialect))
  })

interface Dialect {
  delimiter: string
  lineEnd: string
  above: string
  header: string
  isQuoted: boolean
}

function delimitedText(kinds: string[], rows: string[][], { delimiter, lineEnd, above, header, isQuoted }: Dialect) {
  const names = kinds.map((kind, at) => (header === 'repeated' ? 'value' : `${kind} ${at}`))
  const units = header === 'units' ? [kinds.map(() => 'cm')] : []
  const all = header === 'none' ? rows : [names, ...units, ...rows]
  const written = all.map((row) =>
    row
      .map((cell) =>
        isQuoted || cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell,
      )
      .join(delimiter),
  )
  return [...(above === '' ? [] : [above]), ...written, ''].join(lineEnd)
}

it('previews and steps read any delimited file identically', { timeout: 300_000 }, async () => {
  // Notes are not compared, because `asInSteps` leaves out those about ambiguous dates.
  const either = (reading: Promise<Reading>) =>
    reading.then(
      ({ columns, values }) => ({ columns, values }),
      (error: unknown) => faultOf(Promise.reject(error)),
    )

  await fc.assert(
    fc.asyncProperty(delimitedFile, async (text) => {
      const [folder, file] = await stored('a.csv', text)
      expect(await either(asPreviewed(folder, file))).toEqual(await either(asInSteps(folder, file)))
    }),
    { numRuns: IS_LONG ? 300 : 4, endOnFailure: true },
  )
})
