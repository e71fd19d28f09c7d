import { describe, expect, it } from 'vitest'
import { describeDialect, detectDialect, distinctNames } from './dialect.ts'

describe('detectDialect', () => {
  it.each([
    ['comma', 'date,q\n2024-01-01,1.5\n2024-01-02,2.5\n', ','],
    ['semicolon', 'date;q\n2024-01-01;1,5\n2024-01-02;2,5\n', ';'],
    ['tab', 'date\tq\n2024-01-01\t1.5\n', '\t'],
    ['bar', 'date|q\n2024-01-01|1.5\n', '|'],
    ['a declared one', 'sep=!\ndate!q\n2024-01-01!1,5\n', '!'],
    ['commas inside quoted fields', 'name;place\n"Meier, A.";"Köln, Rhein"\n"Abel, B.";Bonn\n', ';'],
  ])('finds the delimiter: %s', (_, head, delimiter) => {
    expect(detectDialect(head)).toMatchObject({ delimiter, hasHeader: true })
  })

  it('finds the decimal comma in numbers with points as thousands separators', () => {
    const dialect = detectDialect('station;q\nKöln;1.234,50\nBonn;98,1\n')

    expect(dialect.decimal).toBe(',')
    expect(describeDialect(dialect)).toBe('semicolon-separated, decimal comma')
  })

  it('finds the decimal comma in numbers with a unit of letters', () => {
    expect(detectDialect('Zeit;Leistung [kW]\n01:00;1,250 kW\n02:00;0,350 kW\n').decimal).toBe(',')
  })

  it('finds the decimal comma in numbers with units', () => {
    expect(detectDialect('k;share;price\na;12,5 %;1.200 €\nb;40,5 %;950 €\n').decimal).toBe(',')
  })

  it.each([
    ['thousands with blanks', 'town;people;density\nA;2 133 111;20 238,5\nB;522 250;10\u202f909,1\n', ','],
    ['thousands with apostrophes', "town;price\nA;1'250,5\nB;2’400,25\n", ','],
    ['exponents', 'conc;err\n1,5E-09;3,0e-10\n2,25E+05;1,5E+03\n', ','],
    ['thousands with blanks, and points', 'town;price\nA;1 250.5\nB;2 400.25\nC;1,2\n', '.'],
  ])('finds the decimal mark of numbers with %s', (_, head, decimal) => {
    expect(detectDialect(head).decimal).toBe(decimal)
  })

  it.each([
    [
      'points group thousands beside decimal commas',
      'town;people;share\nA;12.345;1,5\nB;9.876;2,25\nC;101.200;3,5\n',
      ',',
    ],
    ['commas group thousands beside decimal points', 'town;people;share\nA;12,345;1.5\nB;9,876;2.25\nC;1,200;3\n', '.'],
    ['decimal points with three digits', 'town;people;share\nA;12.345;0.500\nB;9.876;0.250\n', '.'],
    ['nothing else tells', 'town;level\nA;12.345\nB;9.876\n', '.'],
  ])('reads ambiguous numbers such as 12.345 like the unambiguous ones: %s', (_, head, decimal) => {
    expect(detectDialect(head).decimal).toBe(decimal)
  })

  it('does not mistake thousands separators for decimal marks', () => {
    expect(detectDialect('station,q\nKöln,"1,234"\nBonn,"2,345"\n').decimal).toBe('.')
  })

  it('keeps duplicate and empty header names unchanged', () => {
    const { names } = detectDialect('id,q,q,\n1,2,3,4\n2,3,4,5\n')

    expect(names).toEqual(['id', 'q', 'q', ''])
    expect(distinctNames(names)).toEqual(['id', 'q', 'q (2)', 'column 4'])
  })

  it('numbers the columns of a file without a header', () => {
    const dialect = detectDialect('1,2.5,a\n2,3.5,b\n')

    expect(dialect).toMatchObject({ hasHeader: false, names: ['column 1', 'column 2', 'column 3'] })
  })

  it('accepts years as column names in a header', () => {
    expect(detectDialect('station,river,country,2023,2024\nKöln,Rhein,DE,1.5,2.5\n').hasHeader).toBe(true)
  })

  it.each([
    ['with gaps', 'country,1990,2000,2020\nChad,38,54,60\nPeru,1990,55,10\n', ['country', '1990', '2000', '2020']],
    ['in descending order', 'Pegel;2021;2020\nKöln;1,5;2,5\nBonn;;3\n', ['Pegel', '2021', '2020']],
    ['beside texts', 'site,type,2011,2021,note\nA,x,1,2,y\nB,x,3,4,z\n', ['site', 'type', '2011', '2021', 'note']],
    ['beside a column without a name', 'site,2011,,2015\nA,1.5,,2\nB,2.5,,3\n', ['site', '2011', '', '2015']],
    ['above one row', 'station,2019,2020,2021\nKöln,11,12,13\n', ['station', '2019', '2020', '2021']],
    ['above numbers alone', '2019,2020,2021\n12,73,13\n14,2,1\n', ['2019', '2020', '2021']],
    ['below a title', 'Census by state,,\nstate,2011,2021\nA,1,2\nB,3,4\n', ['state', '2011', '2021']],
    ['in units rows', 'site;2011;2021\n;m³/s;m³/s\nA;1,5;2\nB;3;4\n', ['site', '2011', '2021']],
    ['but not above years', 'A1,2019,2020\nA2,2019,2021\nA3,2018,2020\n', ['column 1', 'column 2', 'column 3']],
    ['but not below names', 'site,low,high\n\nA,1998,2003\nB,21,22\nC,23,24\n', ['site', 'low', 'high']],
  ])('accepts years as column names, %s', (_, head, names) => {
    expect(detectDialect(head).names).toEqual(names)
  })

  it.each([
    ['station,2024-01-01,2024-02-01\nKöln,1.5,2.5\nBonn,,3\n', ['station', '2024-01-01', '2024-02-01']],
    ['Pegel;01.01.2024;01.02.2024\nKöln;1,5;2,5\nBonn;k.A.;3\n', ['Pegel', '01.01.2024', '01.02.2024']],
    ['station,2024-01-01,2024-02-01\nKöln,2024-03-01,2024-04-01\n', ['column 1', 'column 2', 'column 3']],
  ])('accepts dates as column names above other values: %j', (head, names) => {
    expect(detectDialect(head).names).toEqual(names)
  })

  it.each(['#', ''])('finds names above commented units, names after “%s”', (sign) => {
    const head = `${sign}YY  MM DD hh WDIR WSPD  ATMP\n#yr  mo dy hr degT m/s   degC\n2024 01 01 00 180  3.5 12.1\n2024 01 01 01 190  4.5  MM\n`

    expect(detectDialect(head)).toMatchObject({
      names: ['YY', 'MM', 'DD', 'hh', 'WDIR', 'WSPD', 'ATMP'],
      unitRows: [['yr', 'mo', 'dy', 'hr', 'degT', 'm/s', 'degC']],
    })
  })

  it('finds the header below more lines than the table has', () => {
    const above =
      'AERONET Version 3;\nJOYCE\nVersion 3: AOD\nCleared, and assured.\nContact: PI; Email\nAOD,All Points,UNITS at,,, https://x\n'
    const rows = 'J,01:06:2024,05:01:12,153,-999.,lev15,50.9\n'.repeat(2)

    expect(
      detectDialect(`${above}Site,Date(dd:mm:yyyy),Time(hh:mm:ss),Day,AOD_1640nm,Level,Latitude\n${rows}`).names,
    ).toEqual(['Site', 'Date(dd:mm:yyyy)', 'Time(hh:mm:ss)', 'Day', 'AOD_1640nm', 'Level', 'Latitude'])
  })

  it('skips comments and a title above the table', () => {
    const head = '# made by a logger\n# zone UTC\ndate,q,flag\n2024-01-01,1.5,x\n2024-01-02,2.5,y\n2024-01-03,2.5,y\n'

    expect(detectDialect(head)).toMatchObject({ skipLines: 3, plainHead: true, names: ['date', 'q', 'flag'] })
  })

  it('reads a quoted field over several lines as one field', () => {
    const dialect = detectDialect('id,note\n1,"first line\nsecond, line"\n2,plain\n')

    expect(dialect).toMatchObject({ delimiter: ',', quote: '"', names: ['id', 'note'] })
  })

  it('detects backslash escapes', () => {
    expect(detectDialect('id,note\n1,"say \\"a, b\\" twice"\n2,plain\n').escapedBy).toBe('\\')
  })

  it('keeps the header above a first row of consecutive numbers', () => {
    const { names } = detectDialect('station,Jan,Feb\nKaub,1,2\nKöln,,4\nBonn,5,6\n')

    expect(names).toEqual(['station', 'Jan', 'Feb'])
  })

  it.each(['', '\n', 'just one line of prose', 'word\nword\nword\n'])('reads %j as one column', (head) => {
    expect(detectDialect(head).names).toHaveLength(1)
  })

  it.each([
    ['spaces', 'station level temp\nKöln 301.5 4.2\nBonn 250.1 5.0\n', ['station', 'level', 'temp']],
    ['spaces in aligned columns', '  station   level\n    Köln   301.5\n    Bonn   250.1\n', ['station', 'level']],
    ['spaces with decimal commas', 't v\n0,5 1,5\n1,0 2,5\n1,5 3,5\n', ['t', 'v']],
    ['spaces, as R writes them', '"time" "v"\n"1" "2024-01-01" 1.5\n"2" "2024-01-02" 2.5\n', ['', 'time', 'v']],
    ['spaces below a comment that is the header', '# x y\n0 1.5\n1 2.5\n', ['x', 'y']],
  ])('splits columns separated by %s', (_, head, names) => {
    expect(detectDialect(head)).toMatchObject({ delimiter: ' ', names })
  })

  it.each([
    ['decimal commas below a header without a comma', 'wert\n1,5\n2,5\n3,25\n'],
    ['times', 'time\n2024-01-01 00:00\n2024-01-01 01:00\n'],
    ['telephone numbers', 'tel\n+49 221 1234\n+49 228 5678\n'],
  ])('keeps %s as one column', (_, head) => {
    expect(detectDialect(head).names).toHaveLength(1)
  })

  it('takes commas as delimiters if they also separate the names, even next to spaces', () => {
    expect(detectDialect('tel,n\n+49 221 456,1\n+49 351 123,2\n')).toMatchObject({
      delimiter: ',',
      names: ['tel', 'n'],
    })
  })

  it('distinguishes semicolons from decimal commas', () => {
    expect(detectDialect('400;0,123\n401;0,124\n402;0,125\n')).toMatchObject({ delimiter: ';', decimal: ',' })
  })

  it.each([
    ['times', 'Log of spring\n', (at: number) => `2024-03-01 10:${at + 10}`],
    ['numbers with spaces between thousands', 'Amounts\nin euros\n', (at: number) => `${at + 1} 250 500`],
    ['amounts below a name', 'remark\n', (at: number) => `${at} pieces 2.5 12`],
    ['addresses', 'Our addresses\n', (at: number) => `Main St ${at} 12345`],
    [
      'cells below ruled lines of another number',
      'id name at n\n--- --- --- ---\n',
      (at: number) => `${at} n 2024-03-01 10:00:00 2.5`,
    ],
  ])('does not split %s at spaces', (_, above, row) => {
    const rows = Array.from({ length: 20 }, (_row, at) => `${row(at)}\n`).join('')

    expect(detectDialect(`${above}${rows}`).names).toHaveLength(1)
  })

  it('takes semicolons as delimiters if commas occur only in quoted amounts below titles', () => {
    const rows = Array.from({ length: 12 }, (_, at) => `"${at + 10}.03.2024";"Lastschrift";"Text";"-${at},10";\n`).join(
      '',
    )

    const dialect = detectDialect(
      `;\n"Umsätze";"30 Tage";\n\n"Tag";"Vorgang";"Text";"Umsatz";\n${rows}\n"Alter Stand";"1.000,00 EUR";\n`,
    )

    expect(dialect).toMatchObject({ delimiter: ';', names: ['Tag', 'Vorgang', 'Text', 'Umsatz', ''] })
  })

  it('takes semicolons as delimiters if commas occur only in numbers, even if rows end at their last value', () => {
    const rows = ['2024-01-01;Kaub;216,8;1230;x', '2024-01-02;Kaub;217,1;1231', '2024-01-03;Kaub;218,4']

    const dialect = detectDialect(`date;station;level;flow;note\n${rows.join('\n')}\n${rows.join('\n')}\n`)

    expect(dialect).toMatchObject({ delimiter: ';', decimal: ',', names: ['date', 'station', 'level', 'flow', 'note'] })
  })

  it('prefers the tab of a TSV when a line is ambiguous', () => {
    expect(detectDialect('a,b\tc,d\n1,2\t3,4\n', { delimiter: '\t' }).delimiter).toBe('\t')
  })
})

describe('distinctNames', () => {
  it('sec/J10 numbers 100,000 equal names without comparing each with all others', () => {
    const names = distinctNames(Array.from({ length: 100_000 }, () => 'level'))

    expect([names[0], names[1], names.at(-1)]).toEqual(['level', 'level (2)', 'level (100000)'])
    expect(distinctNames(['a', 'a (2)', 'a', 'a'])).toEqual(['a', 'a (2)', 'a (3)', 'a (4)'])
  })

  it('renames names that differ only in case, and avoids taken names', () => {
    expect(distinctNames(['Level', 'level', 'rowid'], ['rowid'])).toEqual(['Level', 'level (2)', 'rowid (2)'])
  })

  it('leaves a name to the column that has it in the file', () => {
    expect(distinctNames(['depth', 'Depth', 'Depth (2)'])).toEqual(['depth', 'Depth (3)', 'Depth (2)'])
    expect(distinctNames(['', 'column 1'])).toEqual(['column 1 (2)', 'column 1'])
  })

  it('removes line breaks from names', () => {
    expect(distinctNames(['Temp\n(°C)', '\u0000', '  a\tb '])).toEqual(['Temp (°C)', 'column 2', 'a b'])
  })
})
