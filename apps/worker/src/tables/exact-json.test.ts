import { expect, it } from 'vitest'
import { convertTable } from '#steps/convert-table.ts'
import { queryTable } from '#steps/query-table.ts'
import { runOn } from '#testing.ts'

it.each([
  ['rows.json', '[{"id":9007199254740993},{"id":-9223372036854775807}]', '9007199254740993 -9223372036854775807'],
  ['lines.jsonl', '{"id":9007199254740993}\n{"id":18446744073709551615}\n', '9007199254740993 18446744073709551615'],
  ['wrapped.json', '{"items":[{"id":9007199254740993},{"id":1}]}', '9007199254740993 1'],
  ['columns.json', '{"columns":["id"],"data":[[123456789012345678901],[5]]}', '123456789012345678901 5'],
  ['longer.json', '[{"id":123456789012345678901234567890,"v":1.5},{"id":1}]', '123456789012345678901234567890 1'],
])('JSON integers keep all their digits: %s', async (name, content, ids) => {
  const outcome = await runOn(convertTable, { [name]: content }, { format: 'csv', columns: ['id'] })

  expect((await outcome.text('converted')).trim().split('\n').slice(1).join(' ')).toBe(ids)
})

it.each([
  ['with keys that differ only in case', '[{"a":1,"A":2,"id":123456789012345678901},{"a":3,"A":4,"id":5}]'],
  ['with an empty key', '[{"":2,"id":123456789012345678901},{"":4,"id":5}]'],
])('long JSON integers do not empty other columns of objects %s', async (_, content) => {
  const outcome = await runOn(convertTable, { 'rows.json': content }, { format: 'csv' })

  const cells = (await outcome.text('converted')).trim().split('\n').slice(1)
  expect(cells.map((row) => row.split(',').slice(-2))).toEqual([
    ['2', '123456789012345678901'],
    ['4', '5'],
  ])
})

it.each([
  ['with a key like the name that the engine gives it', 'a,A (2),A_1', '[{"a":1,"A":123456789012345678901,"A_1":5}]'],
  ['with names that differ only in case', 'a,A (2)', '[{"a":1,"A":123456789012345678901},{"a":null,"A":null}]'],
  ['without a name', 'a,column 2', '{"a":1,"":123456789012345678901}\n{"a":2,"":null}\n'],
  ['with a name that is a path', 'a,b/~0', '[{"a":1,"b/~0":123456789012345678901}]'],
  ['beside a key json', 'a,objects,json', '[{"a":1,"objects":123456789012345678901,"json":{"json":1}}]'],
  ['with the name of row numbers', 'a,__millrace_row (2)', '[{"a":1,"__millrace_row":123456789012345678901}]'],
])('JSON integers beyond 64 bits keep all their digits in columns %s', async (_, header, content) => {
  const outcome = await runOn(convertTable, { 'rows.json': content }, { format: 'csv' })

  const [names, first = ''] = (await outcome.text('converted')).split('\n')
  expect(names).toBe(header)
  expect(first.split(',').slice(0, 2)).toEqual(['1', '123456789012345678901'])
})

it('JSON integers beyond 64 bits are summed and sorted as numbers', async () => {
  const content = '[{"big":12345678901234567890},{"big":9},{"big":-9223372036854775809},{"big":100}]'
  const query = (sql: string) => runOn(queryTable, { 'rows.json': content }, { sql, output_format: 'csv' })

  expect(await (await query('SELECT sum(big) AS s, max(big) AS m FROM input WHERE big > 6')).text('result')).toBe(
    's,m\n12345678901234567999,12345678901234567890\n',
  )
  expect((await (await query('SELECT big FROM input ORDER BY big')).text('result')).split('\n').slice(1, 5)).toEqual([
    '-9223372036854775809',
    '9',
    '100',
    '12345678901234567890',
  ])
})

it.each(['json', 'csv', 'parquet', 'xlsx'])('JSON integers beyond 64 bits can be written as %s', async (format) => {
  const content = '[{"big":12345678901234567890},{"big":9}]'

  const outcome = await runOn(convertTable, { 'rows.json': content }, { format })

  expect(outcome.result).toMatchObject({ rows: 2, columns: 1 })
})

it('non-finite JSON numbers are read as missing', async () => {
  const outcome = await runOn(convertTable, { 'nan.json': '[{"a":NaN,"b":1},{"a":2,"b":3}]' })

  expect(await outcome.rows('converted')).toEqual([
    { a: null, b: 1 },
    { a: 2, b: 3 },
  ])
})
