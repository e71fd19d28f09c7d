import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { openEngine } from '@millrace/tables/engine'
import { sqlText } from '@millrace/tables/sql'
import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { IS_LONG } from '@millrace/tables/testing/long'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import { writeXlsx } from 'hucre/xlsx'
import { expect, it, onTestFinished } from 'vitest'
import { asInSteps, asPreviewed, faultOf, stored } from '#testing/readings.ts'
import { buildTable } from './build-table.ts'

it.each<[string, string | Uint8Array, string?]>([
  ['a.parquet', await parquetFile()],
  ['a.arrow', arrowFile({ level: [Number.NaN, 1.5] })],
  ['a.json', '[{"level":NaN},{"level":1.5}]'],
  ['a.jsonl', '{"level":NaN}\n{"level":1.5}\n'],
  ['a.json', '[{"level":Infinity},{"level":1.5}]'],
  ['a.json', '{"level":[NaN,1.5]}'],
  ['a.json', '[{"level":NaN},{"level":123456789012345678901}]', '123456789012345678901'],
])('previews show NaN as empty and count it as missing: %s', async (name, content, cell = '1.5') => {
  const [folder, file] = await stored(name, content)
  const [scratch, out] = [path.join(folder, 'preview'), path.join(folder, 'out.parquet')]
  await mkdir(scratch)

  const { columns, fields, isCopied } = await buildTable({ kind: 'build', ...file, out, scratch })

  const at = columns.findIndex(({ Name }) => Name === 'level')
  const engine = await openEngine(folder)
  onTestFinished(() => engine.close())
  const cells = `SELECT ${fields[at]?.text} AS cell, ${fields[at]?.cast} AS found FROM read_parquet(${sqlText(isCopied ? out : file.path)})`
  expect(await engine.rows(cells)).toEqual([
    { cell: null, found: null },
    { cell, found: cell },
  ])
  expect(columns[at]).toMatchObject({ NullCount: 1, DistinctCount: 1, Min: cell, Max: cell })
})

it.each([
  ['records', 'a.json', '[{"v":NaN},{"v":1e400},{"v":-Infinity},{"v":2.5}]'],
  ['lines', 'a.jsonl', '{"v":NaN}\n{"v":1e400}\n{"v":-Infinity}\n{"v":2.5}\n'],
  ['a document', 'a.json', '{"note":"v: NaN, 1","rows":[{"v":NaN},{"v":1e400},{"v":-Infinity},{"v":2.5}]}'],
  ['lists', 'a.json', '{"v":[NaN,1e400,-Infinity,2.5]}'],
  ['arrays', 'a.json', '[["v"],[NaN],[1e400],[-Infinity],[2.5]]'],
  ['long integers', 'a.json', '[{"v":NaN},{"v":1e400},{"v":-Infinity},{"v":123456789012345678901}]'],
])('previews and steps note that NaN and infinite numbers in JSON count as missing: %s', async (_, name, content) => {
  const [folder, file] = await stored(name, content)

  const previewed = await asPreviewed(folder, file)

  expect(previewed.values.map(({ v }) => v)).toEqual([null, null, null, expect.stringMatching(/^(2.5|1234\d+8901)$/)])
  expect(previewed.notes).toContain('NaN and infinite numbers count as missing: 3 in column `v`.')
  expect(previewed).toEqual(await asInSteps(folder, file))
})

it.each<[string, Uint8Array]>([
  ['a.parquet', await parquetFile()],
  ['a.arrow', arrowFile({ level: [Number.NaN, 1.5, Number.POSITIVE_INFINITY] })],
])('previews note that NaN counts as missing: %s', async (name, content) => {
  const [folder, file] = await stored(name, content)

  const { notes } = await asPreviewed(folder, file)

  expect(notes).toEqual(['NaN values count as missing: 1 in column `level`.'])
})

it.each([
  ['an array of objects', 'a.json', (rows: string[]) => `[${rows.join(',\n')}]`],
  ['one object per line', 'a.jsonl', (rows: string[]) => rows.join('\n')],
  ['a document', 'a.json', (rows: string[]) => `{"items":[${rows.join()}]}`],
])('previews and steps show all digits of integers in lists and objects of JSON: %s', async (_, name, textOf) => {
  const rows = [
    '{"id":1,"list":[123456789012345678901,0.5],"object":{"n":[-1234567890123456789012]},"other":{"x":"a"}}',
    '{"id":2,"list":[],"object":{"m":2,"n":null}}',
    '{"id":3,"object":null}',
  ]
  const [folder, file] = await stored(name, textOf(rows))

  const previewed = await asPreviewed(folder, file)

  expect(previewed.columns.slice(1)).toEqual(['list VARCHAR text', 'object VARCHAR text', 'other VARCHAR text'])
  expect(previewed.values).toEqual([
    { id: '1', list: '[123456789012345678901,0.5]', object: '{"n":[-1234567890123456789012]}', other: '{"x":"a"}' },
    { id: '2', list: '[]', object: '{"m":2,"n":null}', other: null },
    { id: '3', list: null, object: null, other: null },
  ])
  expect(previewed).toEqual(await asInSteps(folder, file))
})

it.each([
  ['beside a fraction', '{"id":1,"list":[1234567890123456789,0.5]}', '{"id":2,"list":[1]}'],
  ['in another row than a fraction', '{"id":1,"list":[-1234567890123456789]}', '{"id":2,"list":[1.5]}'],
  ['of 16 digits', '{"id":1,"list":[9007199254740993,0.5]}', '{"id":2,"list":[1]}'],
])('previews and steps show all digits of an integer in a list of JSON: %s', async (_, ...rows) => {
  const [folder, file] = await stored('a.jsonl', rows.join('\n'))

  const previewed = await asPreviewed(folder, file)

  const lists = rows.map((row) => /\[.*\]/.exec(row)?.[0])
  expect(previewed.values.map(({ list }) => list)).toEqual(lists)
  expect(previewed).toEqual(await asInSteps(folder, file))
})

it.each([
  ['beside a fraction', ['12345678901234567', '0.5', '3'], 'VARCHAR text'],
  ['of 16 digits, negative', ['-9007199254740993', '0.5'], 'VARCHAR text'],
  ['beside an exponent', ['123456789012345678901', '1e-7'], 'VARCHAR text'],
  ['that a floating-point number keeps', ['123456789012345680000', '0.5'], 'DOUBLE number'],
  ['and no fraction', ['12345678901234567', '123456789012345678901'], 'HUGEINT number'],
])('previews and steps show all digits of a long integer in a column of JSON: %s', async (_, cells, column) => {
  const [folder, file] = await stored('a.json', `[${cells.map((cell) => `{"v":${cell}}`).join()}]`)

  const previewed = await asPreviewed(folder, file)

  expect(previewed.columns).toEqual([`v ${column}`])
  if (!column.startsWith('DOUBLE')) expect(previewed.values.map(({ v }) => v)).toEqual(cells)
  expect(previewed).toEqual(await asInSteps(folder, file))
})

it('previews and steps show lists of JSON with values of several types, and null', async () => {
  const lists = ['["a",1]', '["b",null]', '[true,[2.5,{"c":null}]]']
  const [folder, file] = await stored('a.jsonl', lists.map((list, at) => `{"id":${at},"list":${list}}`).join('\n'))

  const previewed = await asPreviewed(folder, file)

  expect(previewed.values.map(({ list }) => list)).toEqual(lists)
  expect(previewed).toEqual(await asInSteps(folder, file))
})

const MANY = IS_LONG ? 400 : 40
const LOGGER =
  '"TOA5","CR1000","1234","prog.CR1"\n"TIMESTAMP","RECORD","AirT"\n"TS","RN","Deg C"\n"","","Avg"\n"2024-03-01 00:00:00",0,4.1\n"2024-03-01 01:00:00",1,4.2\n"2024-03-01 02:00:00",2,4.2\n'
const GERMAN = 'Pegel;Höhe;Höhe;Datum;\nKöln;1.234,50;3;31.12.2023;\nBonn;k.A.;4;01.01.2024;\n'
// The only times with nanoseconds are the last ones, beyond the sample of a column.
const NANOSECONDS = [
  ...Array.from({ length: 9000 }, () => '2024-01-01T00:00:00.123456'),
  '2024-01-01T00:00:00.123456789',
  '2024-01-01T00:00:00.123456111',
]
const late = Array.from({ length: 5000 }, (_, at) => `${at},${at === 4998 ? 'err' : at / 2}`).join('\n')

it.each<[string, string, string | Uint8Array, string[]]>([
  ['yes and no', 'a.csv', 'id,ok\n1,yes\n2,no\n', ['id BIGINT number', 'ok VARCHAR text']],
  ['true and false', 'a.csv', 'id,ok\n1,true\n2,FALSE\n', ['id BIGINT number', 'ok BOOLEAN boolean']],
  ['leading zeros', 'a.csv', 'id,v\n00123,1.50\n00124,2\n', ['id VARCHAR text', 'v DOUBLE number']],
  ['dates of digits', 'a.csv', 'day,v\n20240131,1\n20240201,2\n', ['day DATE time', 'v BIGINT number']],
  ['days as Excel writes them', 'a.csv', 'day,v\nJan 1 2000,1\nFeb 1 2000,2\n', ['day DATE time', 'v BIGINT number']],
  ['months before days', 'a.csv', 'day,v\n03/25/2024,1\n03/26/2024,2\n', ['day DATE time', 'v BIGINT number']],
  [
    'a German spreadsheet',
    'a.csv',
    Buffer.from(GERMAN, 'latin1'),
    ['Pegel VARCHAR text', 'Höhe DOUBLE number', 'Höhe (2) BIGINT number', 'Datum DATE time'],
  ],
  ['UTF-16', 'a.tsv', Buffer.from('\ufeffa\tb\nKöln\t2\n', 'utf16le'), ['a VARCHAR text', 'b BIGINT number']],
  ['a logger', 'a.dat', LOGGER, ['TIMESTAMP TIMESTAMP time', 'RECORD BIGINT number', 'AirT DOUBLE number']],
  ['one late cell', 'a.csv', `id,v\n${late}\n`, ['id BIGINT number', 'v VARCHAR text number']],
  ['spaces between columns', 'a.txt', 't v\n0,5 1,5\n1,0 2,5\n1,5 3,5\n', ['t DOUBLE number', 'v DOUBLE number']],
  ['short and long rows', 'a.csv', 'a,b\n1,2\n3\n4,5,6\n7,8\n', ['a BIGINT number', 'b BIGINT number']],
  ['comments and blank lines', 'a.csv', '# x\na,b\n1,2\n\n# y\n3,4\n\u001a', ['a BIGINT number', 'b BIGINT number']],
  ['a repeated header', 'a.csv', 'a,b\n1,2\na,b\n3,4\n', ['a BIGINT number', 'b BIGINT number']],
  [
    'reserved names',
    'a.csv',
    'rowid,c0,__millrace_row\n1,2,3\n4,5,6\n',
    ['rowid (2) BIGINT number', 'c0 BIGINT number', '__millrace_row (2) BIGINT number'],
  ],
  ['one column', 'a.csv', 'v\n1\n\n2\n""\n', ['v BIGINT number']],
  [
    'no header',
    'a.csv',
    '1,2.5,a\n2,3.5,b\n',
    ['column 1 BIGINT number', 'column 2 DOUBLE number', 'column 3 VARCHAR text'],
  ],
  [
    'settings padded with delimiters',
    'a.csv',
    `Report,,\nDevice,XY200,\nOperator,Me,\ntime,value,status\n${'1,2.5,ok\n'.repeat(300)}`,
    ['time BIGINT number', 'value DOUBLE number', 'status VARCHAR text'],
  ],
  ['gzip', 'a.csv.gz', gzipSync('id,v\n1,2\n'), ['id BIGINT number', 'v BIGINT number']],
  [
    'JSON records',
    'a.json',
    '[{"t":"2024-01-01T00:00","zip":"01067","v":1.5,"p":{"x":1}},{"t":"2024-01-02T00:00","zip":"1","v":2}]',
    ['t TIMESTAMP time', 'zip VARCHAR text', 'v DOUBLE number', 'p VARCHAR text'],
  ],
  ...['12345678901234567890', '18446744073709551615', '9223372036854775808', '-9223372036854775809'].map(
    (digits): [string, string, string, string[]] => [
      `a JSON integer beyond 64 bits (${digits})`,
      'a.json',
      `[{"v":${digits}},{"v":9},{"v":null},{"v":100}]`,
      ['v HUGEINT number'],
    ],
  ),
  [
    'JSON integers of up to 39 digits, nested ones and large fractions',
    'a.json',
    `[{"a":${'9'.repeat(38)},"b":${'9'.repeat(39)},"c":[12345678901234567890],"d":6.02e23},{"a":-1,"b":1,"c":[],"d":1e21}]`,
    ['a HUGEINT number', 'b VARCHAR text', 'c VARCHAR text', 'd DOUBLE number'],
  ],
  [
    'a JSON integer beyond 64 bits that is far below others',
    'a.json',
    `[${Array.from({ length: 25_000 }, (_, at) => `{"v":${at === 24_990 ? '12345678901234567890' : at}}`).join()}]`,
    ['v HUGEINT number'],
  ],
  ['JSON lines', 'a.jsonl', '{"a":1}\n{"a":2}\n', ['a BIGINT number']],
  ['JSON with a nested table', 'a.json', '{"ok":true,"items":[{"a":1},{"a":2}]}', ['a BIGINT number']],
  [
    'JSON with repeated names in its header',
    'a.json',
    '{"columns":["a","a","","A"],"data":[[1,2,3,4]]}',
    ['a BIGINT number', 'a (2) BIGINT number', 'column 3 BIGINT number', 'A (3) BIGINT number'],
  ],
  [
    'JSON arrays below a header with repeated names',
    'a.json',
    '[["a","a"],[1,"x"],[123456789012345678901,"y"]]',
    ['a HUGEINT number', 'a (2) VARCHAR text'],
  ],
  [
    'JSON records with an empty key',
    'a.json',
    '[{"a":1,"":2,"C1":3}]',
    ['a BIGINT number', 'column 2 BIGINT number', 'C1 BIGINT number'],
  ],
  [
    'JSON integers beyond 64 bits in renamed columns',
    'a.json',
    '[{"a":1,"A":123456789012345678901,"A_1":5,"":123456789012345678902}]',
    ['a BIGINT number', 'A (2) HUGEINT number', 'A_1 BIGINT number', 'column 4 HUGEINT number'],
  ],
  [
    'JSON integers beyond 64 bits beside a reserved name',
    'a.json',
    '[{"file_row_number":1,"v":12345678901234567890},{"file_row_number":2,"v":9}]',
    ['file_row_number BIGINT number', 'v HUGEINT number'],
  ],
  [
    'JSON with reserved names',
    'a.json',
    '[{"rowid":1,"__millrace_row":2,"__millrace_row_1":3}]',
    ['rowid (2) BIGINT number', '__millrace_row (2) BIGINT number', '__millrace_row_1 BIGINT number'],
  ],
  ['Parquet', 'a.parquet', await parquetFile('0.5'), ['t TIMESTAMP time', 'level DOUBLE number', 'note VARCHAR text']],
  ['Excel', 'a.xlsx', await workbook(), ['station VARCHAR text', 'day DATE time', 'level DOUBLE number']],
  ['Arrow', 'a.arrow', arrowFile({ n: [1.5, null], ok: [true, false] }), ['n DOUBLE number', 'ok BOOLEAN boolean']],
  [
    'SQLite',
    'a.sqlite',
    sqliteFile("CREATE TABLE levels (id INTEGER, name TEXT); INSERT INTO levels VALUES (1, 'Kaub'), (2, NULL)"),
    ['id BIGINT number', 'name VARCHAR text'],
  ],
  [
    'many columns',
    'a.csv',
    `${Array.from({ length: MANY }, (_, at) => `c${at}`).join(',')}\n${Array.from({ length: MANY }, (_, at) => at).join(',')}\n`,
    Array.from({ length: MANY }, (_, at) => `c${at} BIGINT number`),
  ],
])('previews and steps read %s identically', async (_, name, content, columns) => {
  const [folder, file] = await stored(name, content)

  const previewed = await asPreviewed(folder, file)

  expect(previewed.columns).toEqual(columns)
  expect(previewed).toEqual(await asInSteps(folder, file))
})

it.each<[string, string, string]>([
  ['CSV', 'a.csv', `t,v\n${NANOSECONDS.map((time, at) => `${time},${at}`).join('\n')}\n`],
  ['CSV with offsets', 'a.csv', `t,v\n${NANOSECONDS.map((time, at) => `${time}Z,${at}`).join('\n')}\n`],
  ['JSON', 'a.json', JSON.stringify(NANOSECONDS.map((t, v) => ({ t, v })))],
])('previews and steps note that nanoseconds are truncated in %s', async (_, name, content) => {
  const [folder, file] = await stored(name, content)

  const previewed = await asPreviewed(folder, file)

  expect(previewed.notes).toContain('Times are read to the microsecond, without nanoseconds: `t`.')
  expect(previewed).toEqual(await asInSteps(folder, file))
})

it.each<[string, string, string | Uint8Array]>([
  ['a truncated gzip file', 'a.csv.gz', gzipSync('id,v\n'.repeat(10_000)).subarray(0, 60)],
  ['a truncated Parquet file', 'a.parquet', (await parquetFile()).subarray(0, 200)],
  ['a truncated workbook', 'a.xlsx', (await workbook()).subarray(0, 500)],
  ['a truncated Arrow file', 'a.arrow', arrowFile({ n: [1.5, 2] }).subarray(0, 100)],
  ['a database without a table', 'a.sqlite', sqliteFile('CREATE TABLE t (a); DROP TABLE t')],
  ['JSON with an error', 'a.json', '[{"a":1},\n{"a":}]'],
  ['JSON without a table', 'a.json', '"text"'],
])('previews and steps report %s in the same words', async (_, name, content) => {
  const [folder, file] = await stored(name, content)

  const [previewed, inStep] = await Promise.all([faultOf(asPreviewed(folder, file)), faultOf(asInSteps(folder, file))])

  expect(previewed).toMatch(/^.+\.$/)
  expect(inStep).toBe(previewed)
})

function workbook(): Promise<Uint8Array> {
  const rows = [
    ['station', 'day', 'level'],
    ['Kaub', new Date('2024-01-31'), 1.5],
    ['Köln', new Date('2024-02-01'), null],
  ]
  return writeXlsx({ sheets: [{ name: 'levels', rows }] })
}

async function parquetFile(level = 'nan'): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parquet-'))
  const engine = await openEngine(folder)
  const file = path.join(folder, 'a.parquet')
  await engine.run(
    `COPY (SELECT TIMESTAMP '2024-01-01' AS t, '${level}'::DOUBLE AS level, 'n/a' AS note UNION ALL SELECT NULL, 1.5, 'x') TO ${sqlText(file)}`,
  )
  await engine.close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}

it('previews and steps read rows of more than half a megabyte', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `${at},${'x'.repeat(600_000)}\n`)
  const [folder, file] = await stored('a.csv', `id,text\n${rows.join('')}`)

  const previewed = await asPreviewed(folder, file)

  expect(previewed.values.map(({ id, text }) => [id, text?.length])).toEqual(rows.map((_, at) => [`${at}`, 600_000]))
  expect(previewed).toEqual(await asInSteps(folder, file))
})

it('previews and steps read a column of JSON that is called file_row_number', async () => {
  const [folder, file] = await stored('a.jsonl', '{"File_Row_Number":5,"v":[1]}\n{"File_Row_Number":7,"v":[]}\n')

  const previewed = await asPreviewed(folder, file)

  expect(previewed.values).toEqual([
    { File_Row_Number: '5', v: '[1]' },
    { File_Row_Number: '7', v: '[]' },
  ])
  expect(previewed).toEqual(await asInSteps(folder, file))
})
