import { describe, expect, it } from 'vitest'
import { readContent } from '#testing-reading.ts'
import { parquetOfQuery } from '#testing-tables.ts'

/** Renames the columns in the footer of a file. The engine would not write some of these names. */
function withNames(file: Uint8Array, names: Record<string, string>): Uint8Array {
  const bytes = Buffer.from(file)
  const start = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8)
  let footer = bytes.toString('latin1', start, bytes.length - 8)
  const sized = (name: string) => `${String.fromCharCode(name.length)}${name}`
  for (const [before, after] of Object.entries(names)) footer = footer.replaceAll(sized(before), sized(after))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(footer.length)
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(footer, 'latin1'), size, Buffer.from('PAR1')])
}

async function read(select: string) {
  return readFile(await parquetOfQuery(select))
}

const readFile = (content: Uint8Array) => readContent('a.parquet', content)

/**
 * A file written by pyarrow 26 with `level: [1, NaN, 30, 20]` and `flow: [NaN, 2, 3, 4]`. Its statistics give the
 * ranges 1–30 and 2–4.
 */
const PYARROW =
  'UEFSMRUAFUwVTCwVCBUAFQYVBhwYCAAAAAAAAD5AGAgAAAAAAADwPxYAKAgAAAAAAAA+QBgIAAAAAAAA8D8REQAAAAIAAAAIAQAAAAAAAPA/AAAAAAAA+H8AAAAAAAA+QAAAAAAAADRAFQAVLBUsLBUIFQAVBhUGHBgEAACAQBgEAAAAQBYAKAQAAIBAGAQAAABAEREAAAACAAAACAEAAMB/AAAAQAAAQEAAAIBAFQQZPDUAGAZzY2hlbWEVBAAVCiUCGAVsZXZlbAAVCCUCGARmbG93ABYIGRwZLCYAHBUKGSUGABkYBWxldmVsFQAWCBbKARbKASYIPBgIAAAAAAAAPkAYCAAAAAAAAPA/FgAoCAAAAAAAAD5AGAgAAAAAAADwPxERABkcFQAVABUCADwpBhkmAAgAAAAmABwVCBklBgAZGARmbG93FQAWCBaKARaKASbSATwYBAAAgEAYBAAAAEAWACgEAACAQBgEAAAAQBERABkcFQAVABUCADwpBhkmAAgAAAAW1AIWCCYIFtQCACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZLBwAABwAAAAQAQAAUEFSMQ=='

describe('a Parquet file', () => {
  it('may have columns with the engine’s reserved names', async () => {
    const { types, table, engine, said } = await read(
      `SELECT 5 AS file_row_number, 6 AS "rowid", 7 AS "__millrace_row", 8 AS "Select"`,
    )

    expect(types).toEqual([
      'file_row_number INTEGER',
      'rowid (2) INTEGER',
      '__millrace_row (2) INTEGER',
      'Select INTEGER',
    ])
    expect(await engine.rows(`SELECT * FROM ${table.numbered}`)).toEqual([
      {
        __millrace_row: 1,
        file_row_number: 5,
        'rowid (2)': 6,
        '__millrace_row (2)': 7,
        Select: 8,
      },
    ])
    expect(said[1]).toContain('rowid → rowid (2)')
  })

  it('says that times with a zone are shown in UTC, and keeps nanoseconds', async () => {
    const { types, said } = await read(
      `SELECT TIMESTAMP_NS '2024-03-01 08:15:00.123456789' AS fine, TIMESTAMPTZ '2024-03-01 08:15:00+02' AS zoned`,
    )

    expect(types).toEqual(['fine TIMESTAMP_NS', 'zoned TIMESTAMP WITH TIME ZONE'])
    expect(said.slice(1)).toEqual(['Times with a time zone are shown in UTC: column `zoned`.'])
  })

  it('says that nanoseconds of times with a zone, as pandas writes them, are not read', async () => {
    const file = Buffer.from(await parquetOfQuery(`SELECT TIMESTAMP_NS '2024-03-01 08:15:00.123456789' AS t`))
    // Marks the time in the footer as adjusted to UTC.
    const zoned = file.toString('latin1').replace('\x8c\x12\x1c\x3c', '\x8c\x11\x1c\x3c')

    const { types, said } = await readFile(Buffer.from(zoned, 'latin1'))

    expect(types).toEqual(['t TIMESTAMP WITH TIME ZONE'])
    expect(said.slice(1)).toEqual([
      'Times with a time zone are shown in UTC: column `t`.',
      'Times are read to the microsecond, without nanoseconds: `t`.',
    ])
  })

  it('notes the new names of columns without a name and of columns with a duplicate name', async () => {
    const file = await parquetOfQuery('SELECT 1 AS "Q", {x: 1, y: 2} AS pair, 2 AS name_1, 3 AS "R", 4 AS "W"')

    const { types, said } = await readFile(withNames(file, { Q: '', R: '', W: 'name_1' }))

    expect(types).toEqual([
      'column 1 INTEGER',
      'pair STRUCT(x INTEGER, y INTEGER)',
      'name_1 INTEGER',
      'column 4 INTEGER',
      'name_1 (2) INTEGER',
    ])
    expect(said.slice(1)).toEqual([
      'Columns without a name are named column 1, column 4.',
      'Duplicate column names were changed to name_1 (2).',
    ])
  })

  it('is read with NaN as missing', async () => {
    const { table, engine } = await read(`SELECT unnest([1.5, 'nan'::DOUBLE, 2.5]) AS v`)

    expect(await engine.rows(`SELECT count(v) AS n, avg(v) AS mean, max(v) AS top FROM ${table.view}`)).toEqual([
      { n: 2, mean: 2, top: 2.5 },
    ])
  })

  it('is read with NaN as missing, even where its statistics do not contain NaN', async () => {
    const { table, engine } = await readFile(Buffer.from(PYARROW, 'base64'))

    const facts = `count(level) AS n, avg(level) AS mean, max(level) AS top, count(*) FILTER (level >= 15) AS high`
    expect(await engine.rows(`SELECT ${facts}, min(flow) AS least FROM ${table.view}`)).toEqual([
      { n: 3, mean: 17, top: 30, high: 2, least: 2 },
    ])
  })

  it('has its times parsed from text, and keeps identifiers made of digits as text', async () => {
    const { types, said } = await read(`SELECT '2024-03-01 08:15' AS t, '01067' AS zip, '31.12.2024' AS d, 'x' AS s`)

    expect(types).toEqual(['t TIMESTAMP', 'zip VARCHAR', 'd DATE', 's VARCHAR'])
    expect(said).toContain('Text column `d` was read as times.')
  })

  it('keeps its types', async () => {
    const { types } = await read(
      `SELECT 1.5::DECIMAL(20, 2) AS d, uuid() AS u, [1, 2] AS l, {'a': 1} AS st, TIME '12:30' AS c, 'x'::BLOB AS b`,
    )

    expect(types).toEqual(['d DECIMAL(20,2)', 'u UUID', 'l INTEGER[]', 'st STRUCT(a INTEGER)', 'c TIME', 'b BLOB'])
  })

  it('without rows is an empty table', async () => {
    const { table, types } = await read(`SELECT 1 AS a, 'x' AS s WHERE false`)

    expect(table.rows).toBe(0)
    expect(types).toEqual(['a INTEGER', 's VARCHAR'])
  })
})

/** A file written by Polars 2.1. `took` contains durations of one day and two hours. */
const POLARS =
  'UEFSMRUEFRQVJkwVBBUAAAAotS/9IApRAAABAAAAYQEAAABiFQAVEhUkLBUEFRAVBhUGHDYAKAFiGAFhAAAAKLUv/SAJSQAAAgAAAAQBAQMCFQwZNQAGEBkYBG5hbWUVDBYEFnYWmgEmSCYIHDYAKAFiGAFhAAAVABUsFT4sFQQVABUGFQYcNgAoCABg1x0UAAAAGAgASCetAQAAAAAAACi1L/0gFrEAAAIAAAAEAQBg1x0UAAAAAEgnrQEAAAAVBBklAAYZGAR0b29rFQwWBBZ+FpABJu4BPDYAKAgAYNcdFAAAABgIAEgnrQEAAAAAABkRAhkYAWEZGAFiFQAZFgAAGRECGRgIAEgnrQEAAAAZGAgAYNcdFAAAABUAGRYAABkcFkgVWhYAAAAZHBbuARWQARYAAAAVAhk8SARyb290FQQAFQwlAhgEbmFtZSUATBwAAAAVBCUCGAR0b29rABYEGRwZLCbiARwVDBk1AAYQGRgEbmFtZRUMFgQWdhaaASZIJggcNgAoAWIYAWEAABbCBBUUFuIDFSIAJv4CHBUEGSUABhkYBHRvb2sVDBYEFn4WkAEm7gE8NgAoCABg1x0UAAAAGAgASCetAQAAAAAAFtYEFRgWhAQVPgAW9AEWBCYIFqoCFAAAGRwYDEFSUk9XOnNjaGVtYRjkAS8vLy8vNkVBQUFBRUFBQUE4di8vL3hRQUFBQUVBQUVBQUFBS0FBc0FDQUFLQUFRQStQLy8vd3dBQUFBSUFBZ0FBQUFFQUFJQUFBQTRBQUFBQkFBQUFMei8vLzhnQUFBQUVBQUFBQWdBQUFBQkVnQUFBQUFBQVByLy8vOENBQVlBQmdBRUFBUUFBQUIwYjI5ckFBQUFBT3ovLy84c0FBQUFJQUFBQUJnQUFBQUJGQUFBRUFBU0FBUUFFQUFSQUFnQUFBQU1BQUFBQUFEOC8vLy9CQUFFQUFRQUFBQnVZVzFsQUE9PQAYTlBvbGFycyAocHl0aG9uKSB2ZXJzaW9uIDIuMS4wIChidWlsZCA3ZjkwMmJkM2ZmZDI3ZmY4MmQxNDI3OGEwOWEyOTVmZjJmN2FlZDkyKRksHAAAHAAAAAMCAABQQVIx'

it('names the units of durations, which Parquet has as integers', async () => {
  const { said, types } = await readFile(Buffer.from(POLARS, 'base64'))

  expect(types).toEqual(['name VARCHAR', 'took BIGINT'])
  expect(said).toContain('Durations are read as numbers: `took` in microseconds.')
})

/**
 * A file written by pyarrow 26 with `price: [0.10, 1.12, None, -0.01, -12345678.90]` as decimal256(50, 2), which takes
 * 21 bytes per value.
 */
const WIDE_DECIMALS =
  'UEFSMRUAFbQBFbQBLBUKFQAVBhUGHAAAAAIAAAADGwAAAAAAAAAAAAAAAAAAAAAAAAAACgAAAAAAAAAAAAAAAAAAAAAAAAAAcP//////////////////////////////////////////////////tmn9LhUEGSw1ABgGc2NoZW1hFQIAFQ4VKhUCGAVwcmljZSUKFQQVZCxcFQQVZAAAABYKGRwZHCYAHBUOGSUGABkYBXByaWNlFQAWChbeARbeASYISRwVABUAFQIAPCkGGSYCCAAAABbeARYKJggW3gEAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRkcHAAAAJYAAABQQVIx'

it('reads decimals of more than 38 digits as numbers, and says so', async () => {
  const { said, types, table, engine } = await readFile(Buffer.from(WIDE_DECIMALS, 'base64'))

  const rows = await engine.rows<{ price: number | null }>(`SELECT price FROM ${table.view}`)
  expect(rows.map(({ price }) => price)).toEqual([0.1, 1.12, null, -0.01, -12_345_678.9])
  expect(types).toEqual(['price DOUBLE'])
  expect(said).toContain('Decimals of more than 38 digits are read with about 15: `price`.')
})
