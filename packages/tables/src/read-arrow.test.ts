import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BinaryView,
  type DataType,
  DateDay,
  Decimal,
  DurationNanosecond,
  DurationSecond,
  Field,
  Float32,
  Int8,
  Int64,
  List,
  Struct,
  Table,
  TimeMicrosecond,
  TimeNanosecond,
  type Timestamp,
  TimestampMicrosecond,
  TimestampNanosecond,
  tableFromArrays,
  tableToIPC,
  Utf8,
  Utf8View,
  type Vector,
  vectorFromArray,
} from 'apache-arrow'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from './engine.ts'
import { openTable } from './open-table.ts'
import { arrowFile } from './testing/arrow-files.ts'

let folder: string
let engine: Engine

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arrow-'))
  engine = await openEngine(folder)
})

afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

async function read(bytes: Buffer, name = 'readings.feather') {
  const path = join(folder, 'stored')
  await writeFile(path, bytes)
  const source = await openTable(engine, { path, name }, { folder, index: 0, badRows: 'stop', encoding: 'auto' })
  const texts = source.columns.map(({ sql }) => `CAST(${sql} AS VARCHAR)`)
  const rows = await engine.rows<{ cells: unknown }>(
    `SELECT [${texts.join(', ')}] AS cells FROM ${source.panels[0]?.texts}`,
  )
  return {
    source,
    types: source.columns.map(({ name, type }) => `${name} ${type}`),
    rows: rows.map(({ cells }) => cells),
  }
}

describe('an Arrow stream', () => {
  const stream = Buffer.from(tableToIPC(tableFromArrays({ station: ['Köln', 'Bonn'], level: [1.5, 2] }), 'stream'))

  it('is read like a file', async () => {
    const { rows, source } = await read(stream, 'readings.arrows')

    expect(rows).toEqual([
      ['Köln', '1.5'],
      ['Bonn', '2.0'],
    ])
    expect(source.recognized).toBe('Arrow, 2 columns')
  })

  it('is refused if its end is missing', async () => {
    await expect(read(stream.subarray(0, stream.length - 8))).rejects.toThrow(/damaged, truncated/)
  })
})

/** Returns times as integers, as in a file, because the library would round them. */
function whole<T extends Timestamp>(values: (bigint | null)[], type: T): Vector<T> {
  const vector = vectorFromArray(
    values.map((value) => (value === null ? null : 0)),
    type,
  )
  for (const [at, value] of values.entries()) if (value !== null) vector.data[0]!.values[at] = value
  return vector
}

describe('an Arrow file', () => {
  it('keeps the types and exact values of its columns, and missing values', async () => {
    const columns = {
      station: vectorFromArray(['Köln', 'Bonn, "old"\nharbor', null, ''], new Utf8()),
      kind: vectorFromArray(['a', 'b', 'a', null]),
      big: vectorFromArray([2n ** 53n + 1n, -(2n ** 62n), null, 0n], new Int64()),
      small: vectorFromArray([1, -128, null, 127], new Int8()),
      level: vectorFromArray([0.1, 2, null, 3.5], new Float32()),
      ok: vectorFromArray([true, false, null, true]),
    }

    const { types, rows, source } = await read(arrowFile(new Table(columns)))

    expect(source.recognized).toBe('Arrow, 6 columns')
    expect(types).toEqual([
      'station VARCHAR',
      'kind VARCHAR',
      'big BIGINT',
      'small TINYINT',
      'level FLOAT',
      'ok BOOLEAN',
    ])
    expect(rows).toEqual([
      ['Köln', 'a', '9007199254740993', '1', '0.1', 'true'],
      ['Bonn, "old"\nharbor', 'b', '-4611686018427387904', '-128', '2.0', 'false'],
      [null, 'a', null, null, null, null],
      ['', null, '0', '127', '3.5', 'true'],
    ])
  })

  it('keeps dates, times, durations and decimals, and shows lists as JSON', async () => {
    const columns = {
      day: vectorFromArray([new Date('1900-03-04')], new DateDay()),
      at: vectorFromArray([Date.UTC(2026, 0, 2, 3, 4, 5, 123)], new TimestampMicrosecond()),
      clock: vectorFromArray([11_045_000_006n], new TimeMicrosecond()),
      span: vectorFromArray([90n], new DurationSecond()),
      price: vectorFromArray(
        [new Uint32Array([0xfffffb2e, 0xffffffff, 0xffffffff, 0xffffffff])],
        new Decimal(2, 10, 128),
      ),
      list: vectorFromArray([[1, 2]], new List(new Field('item', new Int8()))),
    }

    const { types, rows, source } = await read(arrowFile(new Table(columns)))

    expect(types).toEqual([
      'day DATE',
      'at TIMESTAMP',
      'clock TIME',
      'span BIGINT',
      'price DECIMAL(10,2)',
      'list VARCHAR',
    ])
    expect(rows).toEqual([['1900-03-04', '2026-01-02 03:04:05.123', '03:04:05.000006', '90', '-12.34', '[1,2]']])
    expect(source.notes).toEqual(['Durations are read as numbers: `span` in seconds.'])
  })

  it('keeps decimals with as many digits as their type has', async () => {
    const cents = [0, 5, 10, 999].map((value) => new Uint32Array([value, 0, 0, 0]))

    const { types, rows } = await read(arrowFile(new Table({ price: vectorFromArray(cents, new Decimal(2, 3, 128)) })))

    expect(types).toEqual(['price DECIMAL(3,2)'])
    expect(rows.flat()).toEqual(['0.00', '0.05', '0.10', '9.99'])
  })

  it('keeps nanoseconds and times in the far future, and says which time zone they have', async () => {
    const columns = {
      fine: whole([1_700_000_000_123_456_789n, null, -1n], new TimestampNanosecond()),
      local: whole([1_700_000_000_000_000n, null, 253_402_300_799_999_999n], new TimestampMicrosecond('Europe/Berlin')),
    }

    const { types, rows, source } = await read(arrowFile(new Table(columns)))

    expect(types).toEqual(['fine TIMESTAMP_NS', 'local TIMESTAMP WITH TIME ZONE'])
    expect(rows).toEqual([
      ['2023-11-14 22:13:20.123456789', '2023-11-14 22:13:20+00'],
      [null, null],
      ['1969-12-31 23:59:59.999999999', '9999-12-31 23:59:59.999999+00'],
    ])
    expect(source.notes).toEqual(['Times with a time zone are shown in UTC: column `local` (Europe/Berlin).'])
  })

  it('says what columns without a name are called, and columns with a duplicate name', async () => {
    const level = vectorFromArray([1], new Int8())

    const { types, source } = await read(arrowFile(new Table({ '': level, level, Level: level })))

    expect(types).toEqual(['column 1 TINYINT', 'level TINYINT', 'Level (2) TINYINT'])
    expect(source.notes).toEqual([
      'The column without a name is named column 1.',
      'Duplicate column names were changed to Level (2).',
    ])
  })

  it('keeps durations and times of day of nanoseconds', async () => {
    const columns = {
      span: vectorFromArray([90n, -1n, null], new DurationNanosecond()),
      clock: vectorFromArray([3_723_000_000_004n, 86_399_999_999_999n, null], new TimeNanosecond()),
    }

    const { types, rows } = await read(arrowFile(new Table(columns)))

    expect(types).toEqual(['span BIGINT', 'clock TIME_NS'])
    expect(rows).toEqual([
      ['90', '01:02:03.000000004'],
      ['-1', '23:59:59.999999999'],
      [null, null],
    ])
  })

  it('keeps all digits and times within lists and structures', async () => {
    const list = (item: DataType) => new List(new Field('item', item))
    const columns = {
      ids: vectorFromArray([[2n ** 53n + 1n, null]], list(new Int64())),
      prices: vectorFromArray([[new Uint32Array([10, 0, 0, 0])]], list(new Decimal(2, 10, 128))),
      days: vectorFromArray([[new Date('2024-01-02')]], list(new DateDay())),
      place: vectorFromArray([{ x: 1, y: null }], new Struct([new Field('x', new Int8()), new Field('y', new Int8())])),
    }

    const { rows } = await read(arrowFile(new Table(columns)))

    expect(rows).toEqual([['[9007199254740993,null]', '[0.10]', '["2024-01-02"]', '{"x":1,"y":null}']])
  })

  it('reads decimals of 256 bits as numbers, and says so', async () => {
    const words = (whole: bigint) =>
      new Uint32Array(
        new BigUint64Array([0n, 64n, 128n, 192n].map((shift) => BigInt.asUintN(64, whole >> shift))).buffer,
      )
    const price = vectorFromArray([10n, 112n, -1n, 10n ** 40n].map(words), new Decimal(2, 50, 256))

    const { types, rows, source } = await read(arrowFile(new Table({ price })))

    expect(types).toEqual(['price DOUBLE'])
    expect(rows.flat()).toEqual(['0.1', '1.12', '-0.01', '1e+38'])
    expect(source.notes).toEqual(['Decimals of more than 38 digits are read with about 15: `price`.'])
  })

  it('keeps texts and binary values of the newer layout, which Polars writes', async () => {
    const columns = {
      station: vectorFromArray(['Köln', 'a "b"', null], new Utf8View()),
      raw: vectorFromArray([new Uint8Array([0, 255]), null, new Uint8Array(20)], new BinaryView()),
    }

    const { rows } = await read(arrowFile(new Table(columns)))

    expect(rows).toEqual([
      ['Köln', '00ff'],
      ['a "b"', null],
      [null, '00'.repeat(20)],
    ])
  })

  it('is recognized by its bytes whatever its name, and has distinct column names', async () => {
    const { types, rows } = await read(arrowFile({ level: [1.5], Level: [2] }), 'readings.csv')

    expect(types).toEqual(['level DOUBLE', 'Level (2) DOUBLE'])
    expect(rows).toEqual([['1.5', '2.0']])
  })

  it('that is damaged or truncated is refused with a remedy', async () => {
    const whole = arrowFile({ level: Array.from({ length: 5000 }, (_, at) => Math.sin(at)) })
    const noise = Buffer.from(whole)
    noise.fill(0xee, 8, 400)

    for (const bytes of [whole.subarray(0, whole.length / 2), noise, Buffer.from('ARROW1')]) {
      await expect(read(bytes)).rejects.toThrow(
        'readings.feather is an Arrow file that is damaged, truncated, or of an unknown version. Upload it again.',
      )
    }
  })
})
