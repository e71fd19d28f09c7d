import { describe, expect, it } from 'vitest'
import { messyCsv, SMALL } from '#testing.ts'
import { readContent } from '#testing-reading.ts'

describe('readTable', () => {
  it('reads the file of a German logger and reports what it detected', async () => {
    const { types, said, table, engine } = await readContent('köln.csv', messyCsv())

    expect(types).toEqual(['Zeit TIMESTAMP', 'Station VARCHAR', 'Höhe DOUBLE', 'Höhe (2) BIGINT', 'Abfluß VARCHAR'])
    expect(said).toEqual([
      'köln.csv: Latin-1, semicolon-separated, decimal comma; 296 rows, 5 columns.',
      'The file is marked as UTF-8 but contains Latin-1 text; it was read as Latin-1.',
      'Duplicate column names were changed to Höhe (2).',
      '1 row with too few cells was padded with empty cells; the first is row 207 (line 209).',
      'Column `Abfluß` has values that are not numbers: row 8 has “k. A.” (and 7 more rows like it).',
    ])
    const rows = await engine.rows(`SELECT epoch("Zeit") AS t, "Höhe" AS h FROM ${table.view} LIMIT 1`)
    expect(rows).toEqual([{ t: Date.UTC(2024, 2, 1) / 1000, h: 300 }])
  })

  it.each([
    ['a title', '"Run 5" of 7\na,b\n'],
    ['a title with escaped marks', '"Run \\"5\\"", 7\na,b\n'],
    ['names between other delimiters', '"a";"b"\n'],
  ])('reads the rows below %s with stray quotation marks', async (_what, head) => {
    const { table } = await readContent('a.csv', `${head}${'1,2\n'.repeat(20)}`)

    expect(table.rows).toBe(20)
  })

  it.each(['x\r\ny', 'x\ry'])('reads cells with line breaks in a file with a short row: %j', async (cell) => {
    const { table, engine } = await readContent('notes.csv', `id,note,by\r\n1,"${cell}",Ada\r\n2,none\r\n`)

    const note = { id: 1, note: cell, by: 'Ada' }
    expect(await engine.rows(`FROM ${table.view}`)).toEqual([note, { id: 2, note: 'none', by: null }])
  })

  it('says why columns of numbers with units, parentheses or currencies are read as text', async () => {
    const { said, types } = await readContent(
      'accounts.csv',
      'dose,balance,price,share\n5 mg,7.00,"€ 1,234.50",3%\n7.5 mg,"(1,234.56)",€ -5.00,4%\n12 mg,(0.50),(€ 3.00),5%\n',
    )

    expect(types).toEqual(['dose VARCHAR', 'balance VARCHAR', 'price VARCHAR', 'share BIGINT'])
    expect(said.slice(1)).toEqual([
      'Column `share` was read as numbers in %.',
      'Column `dose` has numbers with units, such as “5 mg”, so it is read as text. Write the numbers alone.',
      'Column `balance` has numbers in parentheses, such as “(1,234.56)”, so it is read as text. Write negative numbers with a minus sign.',
      'Column `price` has numbers with currencies, such as “€ 1,234.50”, so it is read as text. Write the numbers alone.',
    ])
  })

  it('reads names, units and missing values from the header of a Sea-Bird file', async () => {
    const header = [
      '* Sea-Bird SBE 9 Data File:',
      '** Station: 12, Köln',
      '',
      '# nquan = 4',
      '# name 0 = prDM: Pressure, Digiquartz [db]',
      '# name 1 = t090C: Temperature [ITS-90, deg C]',
      '# name 2 = c0S/m: Conductivity [S/m]',
      '# name 3 = flag:  0.000e+00',
      '# bad_flag = -9.990e-29',
      '*END*',
    ]
    const rows = ['      1.000     8.1234 -9.990e-29  0.000e+00', '      2.000    10.5000   4.000001  0.000e+00']

    const { said, types, table, engine } = await readContent('cast.cnv', [...header, ...rows, ''].join('\r\n'))

    expect(types).toEqual(['prDM DOUBLE', 't090C DOUBLE', 'c0S/m DOUBLE', 'flag DOUBLE'])
    expect(table.columns.map(({ unit }) => unit)).toEqual(['db', 'deg C', 'S/m', undefined])
    expect(said).toEqual([
      'cast.cnv: UTF-8, space-separated, decimal point; 2 rows, 4 columns.',
      'The Sea-Bird header names the columns: `prDM` (Pressure, Digiquartz [db]), `t090C` (Temperature [ITS-90, deg C]), `c0S/m` (Conductivity [S/m]), `flag`.',
      '1 cell with -9.990e-29, the header’s flag for bad values, counts as missing.',
    ])
    expect(await engine.rows(`SELECT "prDM" AS p, "c0S/m" AS c FROM ${table.view}`)).toEqual([
      { p: 1, c: null },
      { p: 2, c: 4.000001 },
    ])
  })

  it('reads a Sea-Bird file whose header does not name each column like any other text', async () => {
    const { table } = await readContent(
      'cast.cnv',
      '* Sea-Bird SBE 9 Data File:\n# name 0 = prDM: Pressure\n*END*\n 1 8.5\n 2 8.25\n',
    )

    expect(table.columns.map(({ name }) => name)).not.toContain('prDM')
  })

  it('takes months above values as names', async () => {
    const { types } = await readContent('months.csv', 'station,country,lat,Oct-24\nA,D,1.5,1\nB,D,2.5,2\n')

    expect(types.at(-1)).toBe('Oct-24 BIGINT')
  })

  it.each([
    ['UTF-16', Buffer.from('\ufeffstation\tlevel\nKöln\t3,5\n', 'utf16le'), ['station VARCHAR', 'level DOUBLE']],
    ['Latin-1 in the last row alone', latin1After(200_000), ['id BIGINT', 'place VARCHAR']],
    ['one column', 'value\n1\n2\n', ['value BIGINT']],
    [
      'an array of objects',
      '[{"a":1,"t":"2024-01-01T00:00:00Z"},{"a":2.5}]',
      ['a DOUBLE', 't TIMESTAMP WITH TIME ZONE'],
    ],
    ['one object per line', '{"a":1,"b":{"c":2}}\n{"a":2}\n', ['a BIGINT', 'b VARCHAR']],
    ['identifiers made of digits', 'zip,n\n01067,1\n50667,2\n', ['zip VARCHAR', 'n BIGINT']],
    [
      'phone numbers in groups',
      'town,phone\nKöln,+49 221 456\nDresden,+49 351 123\n',
      ['town VARCHAR', 'phone VARCHAR'],
    ],
    [
      'times after a comma, as browsers write them',
      'us;de;long\n3/25/2024, 1:05:00 PM;25.3.2024, 13:05:00;Mar 25, 2024, 1:05:00 PM\n',
      ['us TIMESTAMP', 'de TIMESTAMP', 'long TIMESTAMP'],
    ],
    ['phone numbers', 'phone,n\n+4915112345678,1\n+49301234567,2\n', ['phone VARCHAR', 'n BIGINT']],
    ['signed changes', 'change,far\n+5,+1500000\n-3,-2500000\n', ['change BIGINT', 'far BIGINT']],
    ['values that are not finite', 'x,y\n1,inf\n2,NaN\n3,1.5\n4,-Infinity\n5,-∞\n', ['x BIGINT', 'y DOUBLE']],
    [
      'times with offsets',
      't,v\n2024-03-31T01:00:00+01:00,1\n2024-03-31T03:00:00+02:00,2\n',
      ['t TIMESTAMP WITH TIME ZONE', 'v BIGINT'],
    ],
  ])('reads %s', async (_, content, types) => {
    expect((await readContent('table.csv', content)).types).toEqual(types)
  })

  it('reads percentages and amounts of money as numbers with a unit', async () => {
    const { table, said, engine } = await readContent(
      'shares.csv',
      'k;share;price\na;12,5 %;€1.200,50\nb;40 %;€7\nc;;€3\n',
    )

    expect(table.columns.map(({ name, type, unit }) => [name, type, unit])).toEqual([
      ['k', 'VARCHAR', undefined],
      ['share', 'DOUBLE', '%'],
      ['price', 'DOUBLE', '€'],
    ])
    expect(await engine.rows(`SELECT share, price FROM ${table.view}`)).toEqual([
      { share: 12.5, price: 1200.5 },
      { share: 40, price: 7 },
      { share: null, price: 3 },
    ])
    expect(said).toContain('Column `share` was read as numbers in %.')
    expect(said).toContain('Column `price` was read as numbers with points between thousands, in €.')
  })

  it('reads points as thousands separators in all columns of a file with decimal commas', async () => {
    const { table, said, engine } = await readContent(
      'towns.csv',
      'town;people;share\na;12.345;1,5\nb;9.876;2,25\nc;101.200;3\n',
    )

    expect(await engine.rows(`SELECT sum(people) AS people FROM ${table.view}`)).toEqual([{ people: 123_421 }])
    expect(said).toContain('Column `people` was read as numbers with points between thousands.')
  })

  it('does not mention separators if a number is beyond the range of a double', async () => {
    const { table, said } = await readContent('range.csv', 'id,e\n1,1e400\n2,2\n3,3\n')

    expect(said.join()).not.toContain('commas between thousands')
    expect(table.columns[1]).toMatchObject({ type: 'VARCHAR', mismatches: { count: 1, row: 1, value: '1e400' } })
  })

  it('keeps a column as text if only some of its numbers have a unit or sign', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => (at === 2500 ? '0.5' : `${at}%`))
    const { table } = await readContent('shares.csv', `share\n${rows.join('\n')}\n`)

    expect(table.columns[0]).toMatchObject({ type: 'VARCHAR', mismatches: { count: 1, row: 2501, value: '0.5' } })
  })

  it.each([
    ['with a header', 'a, b, c\n1, x, 2.5\n2, , 3.5\n3, "y", 4\n'],
    ['where only the rows have them', 'a,b,c\n1, x, 2.5\n2, , 3.5\n3, y, 4\n'],
  ])('leaves out the blanks after delimiters in a file %s', async (_, content) => {
    const { engine, table } = await readContent('spaced.csv', content)

    expect(await engine.rows(`SELECT b, c FROM ${table.view}`)).toEqual([
      { b: 'x', c: 2.5 },
      { b: null, c: 3.5 },
      { b: 'y', c: 4 },
    ])
  })

  it('reads text that is written as a formula for spreadsheets', async () => {
    const csv = '="code",level\n="00123",1\n"=""a""""b""",2\n=1+1,3\n'
    const { engine, table } = await readContent('codes.csv', csv)

    expect(await engine.rows(`SELECT code FROM ${table.view}`)).toEqual([
      { code: '00123' },
      { code: 'a"b' },
      { code: '=1+1' },
    ])
    expect(table.notes.join()).toContain('as in “\'=1+1” or “="007"”: 2 in column `code`.')
  })

  it('keeps blanks that indent some texts', async () => {
    const { engine, table } = await readContent('indented.csv', 'n,item\n1,energy\n2,  of which gas\n')

    expect(await engine.rows(`SELECT item FROM ${table.view}`)).toEqual([
      { item: 'energy' },
      { item: '  of which gas' },
    ])
  })

  it('says how many lines above the header were left out', async () => {
    const head = 'Station;Köln\nOperator;WSV\n\n'
    const { said, types } = await readContent(
      'a.csv',
      `${head}Datum;Pegel;Abfluss\n01.01.2024;2,5;100\n02.01.2024;2,6;110\n`,
    )

    expect(types).toEqual(['Datum DATE', 'Pegel DOUBLE', 'Abfluss BIGINT'])
    expect(said).toContain('2 lines above the header were left out.')
  })

  it('says that names are joined from a line of groups and the header below it', async () => {
    const { said } = await readContent('groups.csv', ' ,A,,B,\nx,mean,max,mean,max\n1,2,3,4,5\n2,3,4,5,6\n')

    expect(said.slice(1)).toEqual(['The column names are joined from two rows: x, A mean, A max, B mean, B max.'])
  })

  it('keeps every value of a column in which one late cell is not a number', async () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `${at},${at === 49_998 ? 'err' : at / 2}`)
    const { table, engine } = await readContent('late.csv', `id,v\n${lines.join('\n')}\n`)

    expect(table.columns[1]).toMatchObject({ type: 'VARCHAR', mismatches: { count: 1, row: 49_999, value: 'err' } })
    expect(await engine.row(`SELECT count(v) AS n FROM ${table.view}`)).toEqual({ n: 50_000 })
  })

  it.each([
    ['nothing at all', 'a.csv', '', 'a.csv is empty. Choose a file with a header and at least one row.'],
    [
      'only blanks',
      'a.csv',
      ' \n\n',
      'a.csv contains only whitespace. Choose a file with a header and at least one row.',
    ],
    [
      'a picture',
      'photo.csv',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      'photo.csv is a PNG image, not a table. Choose a CSV, TSV, Parquet or JSON file.',
    ],
    [
      'a table in HTML, which some programs call a workbook',
      'levels.xls',
      '<html><body><table><tr><td>1</td></tr></table></body></html>',
      'levels.xls is a web page (HTML), not a table. Open it in Excel or LibreOffice, save the table as XLSX or CSV, and choose that file.',
    ],
    [
      'a ZIP archive',
      'levels.csv',
      Buffer.from('PK\u0003\u0004rest of it'),
      'levels.csv is a ZIP archive, not a table. Extract it and choose the file inside.',
    ],
    [
      'a row that is too long',
      'a.csv',
      `a,b\n${'1,2\n'.repeat(500)}1,2,3\n`,
      'Row 501 of a.csv (line 502) has 3 columns where the header names 2. Quote cells that contain a “,”, or run Clean table first to drop such rows.',
    ],
    [
      'an open quotation mark',
      'a.csv',
      'a,b\n1,2\n3,"x\n4,5\n',
      'A quotation mark on line 3 of a.csv is never closed. Close it there, or remove it.',
    ],
    [
      'an open quotation mark in the first line',
      'a.csv',
      '"Title\na,b\n1,2\n3,4\n',
      'A quotation mark on line 1 of a.csv is never closed. Close it there, or remove it.',
    ],
    [
      'more than four thousand columns',
      'wide.csv',
      `${Array.from({ length: 4_001 }, (_, at) => `c${at}`)}\n${Array.from({ length: 4_001 }, (_, at) => at)}\n`,
      'wide.csv has 4,001 columns; a step accepts up to 4,000. Transpose it so that columns become rows, or keep only the columns you need.',
    ],
    [
      'an endless row',
      'a.csv',
      `a,b\n1,2\n3,${'x'.repeat(2_000_000)}\n`,
      'A row of a.csv is longer than 1.5 MB. Look for a quotation mark that is closed too late, or choose another file.',
    ],
    [
      'truncated JSON',
      'a.json',
      '{"a": [1, 2',
      'a.json ends before its JSON is complete. Correct it there, or export the file again.',
    ],
    [
      'half a Parquet file',
      'a.parquet',
      'PAR1 and then nothing',
      'a.parquet is a Parquet file that is damaged or truncated. Upload it again.',
    ],
  ])('refuses %s and says what to do', async (_, name, content, sentence) => {
    await expect(readContent(name, content)).rejects.toThrow(sentence)
  })

  it('skips overlong rows if the step allows it, and keeps the row numbers of the file', async () => {
    const { table, said, engine } = await readContent('a.csv', `a,b\n1,2\n1,2,3\nx,2\n${'5,6\n'.repeat(30)}`, 'skip')

    expect(table).toMatchObject({ rows: 32, skippedRows: 1 })
    expect(said).toContain(
      '1 row with more cells than the table has columns was left out; the first is row 2 (line 3).',
    )
    expect(table.columns[0]?.mismatches).toMatchObject({ row: 3, value: 'x' })
    expect(await engine.row(`SELECT count(*) AS n FROM ${table.view}`)).toEqual({ n: 32 })
  })

  it('prevents queries from reading the worker’s files', async () => {
    const { engine } = await readContent('a.csv', SMALL)

    for (const sql of [
      `FROM read_text('/etc/passwd')`,
      `COPY (SELECT 1) TO '/tmp/millrace-escape.csv'`,
      `INSTALL httpfs`,
    ]) {
      await expect(engine.run(sql)).rejects.toThrow(/disabled|Permission/)
    }
    await expect(engine.run('SET enable_external_access = true')).rejects.toThrow(/Cannot enable/)
    await engine.parse('SELECT 1')
    for (const sql of [
      'SET enable_external_access = true',
      `SET memory_limit = '9GB'`,
      `SET temp_directory = '/tmp'`,
    ]) {
      await expect(engine.run(sql)).rejects.toThrow(/lock/i)
    }
  })
})

function latin1After(rows: number): Buffer {
  const plain = Array.from({ length: rows }, (_, at) => `${at},plain`)
  return Buffer.concat([Buffer.from(`id,place\n${plain.join('\n')}\n`), Buffer.from(`${rows},Köln\n`, 'latin1')])
}
