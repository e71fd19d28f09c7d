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

  it('takes semicolons as delimiters if commas occur only in numbers, even if rows end at their last value', () => {
    const rows = ['2024-01-01;Kaub;216,8;1230;x', '2024-01-02;Kaub;217,1;1231', '2024-01-03;Kaub;218,4']

    const dialect = detectDialect(`date;station;level;flow;note\n${rows.join('\n')}\n${rows.join('\n')}\n`)

    expect(dialect).toMatchObject({ delimiter: ';', decimal: ',', names: ['date', 'station', 'level', 'flow', 'note'] })
  })

  it('prefers the tab of a TSV when a line is ambiguous', () => {
    expect(detectDialect('a,b\tc,d\n1,2\t3,4\n', { delimiter: '\t' }).delimiter).toBe('\t')
  })
})

describe('the start of a table', () => {
  const start = (head: string) => {
    const { names, skipLines, unitRows, hasHeader } = detectDialect(head)
    return { names, skipLines, units: unitRows.map((row) => row.join(' ')), hasHeader }
  }
  const header = (names: string[], skipLines: number, units: string[] = []) => ({
    names,
    skipLines,
    units,
    hasHeader: true,
  })

  it.each([
    [
      'below rows of units',
      'time,level,temp\n[UTC],cm,°C\n2024-01-01,1.5,3\n',
      header(['time', 'level', 'temp'], 2, ['[UTC] cm °C']),
    ],
    [
      'below the four lines of a Campbell logger',
      '"TOA5","CR1000","1234","prog.CR1"\n"TIMESTAMP","RECORD","AirT"\n"TS","RN","Deg C"\n"","","Avg"\n"2024-03-01 00:00:00",0,4.1\n"2024-03-01 01:00:00",1,4.2\n"2024-03-01 02:00:00",2,4.2\n',
      header(['TIMESTAMP', 'RECORD', 'AirT'], 4, ['TS RN Deg C', '  Avg']),
    ],
    [
      'below the widths of a USGS file',
      '# Data provided\n#\nsite_no\tdatetime\t7_00060\n15s\t20d\t14n\n01646500\t2024-03-01\t11000\n01646500\t2024-03-02\t11010\n',
      header(['site_no', 'datetime', '7_00060'], 4, ['15s 20d 14n']),
    ],
    [
      'below settings with the same number of cells',
      'Station:,Köln\nSerial:,123\n\ntime,level\n2024-01-01,1.5\n2024-01-02,2.5\n2024-01-03,2.5\n',
      header(['time', 'level'], 4),
    ],
    [
      'below units above the names',
      'Report,,\nunits:,cm,°C\ntime,level,temp\n2024-01-01,1.5,3\n2024-01-02,2.5,3\n',
      header(['time', 'level', 'temp'], 3),
    ],
    [
      'below a header that starts with the comment character',
      '"Plot Title: 7"\n"#","Time","Temp"\n1,03/01/24 01:00:00 PM,5.1\n2,03/01/24 02:00:00 PM,5.2\n3,03/01/24 03:00:00 PM,5\n',
      header(['#', 'Time', 'Temp'], 2),
    ],
    [
      'below equal names above different ones',
      'id,Ct,Ct\n,GAPDH,ACTB\nS1,1,2\nS2,3,4\n',
      header(['id', 'Ct GAPDH', 'Ct ACTB'], 2),
    ],
    ['below two rows of names', 'T,T\nmin,max\n1,2\n3,4\n5,6\n', header(['T min', 'T max'], 2)],
    [
      'below names of groups, each above its first column',
      ',2023,,2024,\n,min,max,min,max\nk,1,2,3,4\nl,5,6,7,8\n',
      header(['', '2023 min', '2023 max', '2024 min', '2024 max'], 2),
    ],
    [
      'below a name and a unit of a group',
      'Station,Flow,,Share\n,m³/s,quality,\nA,10.3,,0.1\nB,8.6,good,0.3\nC,9.1,,0.2\n',
      header(['Station', 'Flow m³/s', 'Flow quality', 'Share'], 2),
    ],
    ['below a title and repeated names', 'Report,\nx,x\n1,2\n3,4\n5,6\n', header(['x', 'x'], 2)],
    ['below a comment and repeated names', '# Logger 5, read in May\nx,x\n1,2\n3,4\n5,6\n', header(['x', 'x'], 2)],
    [
      'below a title with commas and repeated names',
      'Survey, spring 2024, all sites\nsite,x,x\nA,1,2\nB,3,4\nC,5,6\n',
      header(['site', 'x', 'x'], 2),
    ],
    ['below a title with as many commas', 'Run 12, May\nx,x\n1,2\n3,4\n5,6\n', header(['x', 'x'], 2)],
    [
      'with blanks, which the rows lack',
      'site, level, note\nA,1,x\nB,2,y\nC,3,z\n',
      header(['site', ' level', ' note'], 1),
    ],
    [
      'with blanks, above units and missing values without them',
      'site, level\n-,cm\nKöln,n/a\nBonn,2\nKaub,3\n',
      header(['site', ' level'], 2, ['- cm']),
    ],
    [
      'below names merged over several columns, and units',
      'Date,Temp,,Cond\n,mean,max,\n,°C,°C,µS/cm\n2024-01-01,1,2,3\n2024-01-02,1,2,3\n2024-01-03,1,2,3\n',
      header(['Date', 'Temp mean', 'Temp max', 'Cond'], 3, [' °C °C µS/cm']),
    ],
    [
      'below several merged names above names of any kind',
      'Date,Inlet,,Outlet,,\n,pH,NO3,pH,NO3,Remark\n2024-01-01,7,2,3,4,a\n2024-01-02,7,2,3,4,b\n2024-01-03,7,2,3,4,c\n',
      header(['Date', 'Inlet pH', 'Inlet NO3', 'Outlet pH', 'Outlet NO3', 'Outlet Remark'], 2),
    ],
    [
      'below a title merged over all columns',
      'Survey of 2024,,,\nGroup,Date,Value,Text\nG1,2024-01-01,1,a\nG1,2024-01-02,2,b\nG2,2024-01-03,3,c\n',
      header(['Group', 'Date', 'Value', 'Text'], 2),
    ],
    [
      'below a title and an operator',
      'Survey of 2024,,,Ada\nGroup,Date,Value,Text\nG1,2024-01-01,1,a\nG1,2024-01-02,2,b\nG2,2024-01-03,3,c\n',
      header(['Group', 'Date', 'Value', 'Text'], 2),
    ],
    [
      'below the column numbers of a plate',
      'Absorbance,,,\n\n,1,2,3\nA,0.1,0.4,0.3\nB,0.2,0.5,0.1\nC,0.7,0.5,0.2\n',
      header(['', '1', '2', '3'], 3),
    ],
    [
      'below the settings of a LabVIEW file, and above rows without comments',
      'LabVIEW Measurement\t\nSeparator\tTab\n***End_of_Header***\t\n\t\nChannels\t1\t\nX0\t0.0\t\n***End_of_Header***\t\t\nX_Value\tVoltage\tComment\n0.0\t1.5\n0.1\t2.5\n0.2\t3.5\n0.3\t3.5\n0.4\t3.5\n0.5\t3.5\n0.6\t3.5\n0.7\t3.5\n',
      header(['X_Value', 'Voltage', 'Comment'], 8),
    ],
    [
      'below a comment with the names of aligned columns, above missing numbers',
      '%  t     x\n   0.5   NaN\n   1.5   2.5\n   NaN   NaN\n   2.5   3.5\n   3.5   4.5\n',
      header(['t', 'x'], 1),
    ],
    [
      'above a row of texts with a blank, if a column has no name',
      'station,name,,level\nnorth,Köln,left,\nsouth,Bonn,right,3\neast,Kaub,left,4\nwest,Trier,left,5\n',
      header(['station', 'name', '', 'level'], 1),
    ],
    [
      'above a row without a station, if a column has no name',
      'station,level,bank,,temp\n,offline,left,see log,\nsouth,3,right,ok,7\neast,4,left,ok,7\nwest,5,left,ok,8\n',
      header(['station', 'level', 'bank', '', 'temp'], 1),
    ],
    [
      'above a row with a blank name, if a column of texts has no name',
      'station,level,remark,\n,,left,old\nsouth,3,right,new\neast,4,left,new\nwest,5,left,new\n',
      header(['station', 'level', 'remark', ''], 1),
    ],
    [
      'above a row of a station without values, if a column of numbers has no name',
      'station,,level,temp\nnorth,offline,,\nsouth,3,5,1\neast,4,6,1\nwest,5,6,1\n',
      header(['station', '', 'level', 'temp'], 1),
    ],
    [
      'above a row without a first cell, like others',
      'alarm,level,\n,offline,see log\n,3,\nA,4,x\n,5,\nB,6,\n',
      header(['alarm', 'level', ''], 1),
    ],
    [
      'above a row with the same word for two columns',
      'station,level,,note\n,offline,offline,\nsouth,3,5,x\neast,4,6,x\nwest,5,6,x\n',
      header(['station', 'level', '', 'note'], 1),
    ],
    [
      'above a row of words for missing values, if a column has no name',
      'station,level,,note\n,n/a,none,\nsouth,3,5,x\neast,4,6,x\nwest,5,6,x\n',
      header(['station', 'level', '', 'note'], 1),
    ],
    [
      'with blanks, above a row with a text among numbers',
      'site, level, note\nKöln,broken,x\nBonn,2,y\nKaub,3,z\nTrier,4,z\n',
      header(['site', ' level', ' note'], 1),
    ],
    [
      'with blanks and numbers, above a row with words that recur',
      'site, Sensor 1, Sensor 2\nKöln,offline,offline\nBonn,2,3\nKaub,3,4\nTrier,offline,5\nMainz,4,5\nWorms,4,5\nBasel,4,5\nKehl,4,5\n',
      header(['site', ' Sensor 1', ' Sensor 2'], 1),
    ],
    [
      'with blanks, above a row with texts for all numbers',
      'site, level, temp\nKöln,broken,broken\nBonn,2,3\nKaub,3,4\nTrier,4,5\n',
      header(['site', ' level', ' temp'], 1),
    ],
    [
      'in a comment, above a row without a name that counts on',
      '# name,a,b\n,1,2\nx,5,9\ny,6,9\nz,7,9\n',
      header(['name', 'a', 'b'], 1),
    ],
    [
      'in a comment, above an empty comment',
      '# STN: station\n# \n# STN,YYYYMMDD,   TG\n# \n  260,20240301,   75\n  260,20240302,   80\n',
      header(['STN', 'YYYYMMDD', '   TG'], 4),
    ],
    ['that starts the file and has a name like an empty comment', '#;\n5;\n6;\n', header(['#', ''], 1)],
    [
      'above units with underscores',
      'time,latitude,depth,sst\nUTC,degrees_north,m,degree_C\n2024-03-01T00:00:00Z,50.5,1,NaN\n2024-03-02T00:00:00Z,50.5,1,8.5\n',
      header(['time', 'latitude', 'depth', 'sst'], 2, ['UTC degrees_north m degree_C']),
    ],
    [
      'above a unit above numbers with units',
      'Record,Time,Temp\n,,Deg C\n1,2024-03-01 00:00:00,5.5 °C\n2,2024-03-01 00:10:00,5.6 °C\n',
      header(['Record', 'Time', 'Temp'], 2, ['  Deg C']),
    ],
    ['above a row with one letter, which is no unit', 'a,b,c\nA,,\nB,1,2\nC,3,4\n', header(['a', 'b', 'c'], 1)],
    ['above such rows, one without a first cell', 'a,b,c\nA,,\n,1,2\nC,3,4\n', header(['a', 'b', 'c'], 1)],
    ['above a unit of one column of values', 'a,b,c\n,mm,\nB,1,2\nC,3,4\n', header(['a', 'b', 'c'], 2, [' mm '])],
    ['above a row of missing values', 'a,b,c\nNA,n/a,\n1,-,2\n2,3,4\n', header(['a', 'b', 'c'], 1)],
    ['below months', 'year,1,2,3\n2020,10,30,20\n2021,15,25,20\n', header(['year', '1', '2', '3'], 1)],
    [
      'with a missing value in the first row',
      'station,level\nKöln,k. A.\nBonn,1.5\nMainz,2.5\n',
      header(['station', 'level'], 1),
    ],
    ['below a header without a name for the index column', 'a,b\nx,1,2\ny,3,4\nz,5,6\n', header(['', 'a', 'b'], 1)],
    ['nowhere, if there is only a header', 'a,b,c', header(['a', 'b', 'c'], 1)],
  ])('is detected %s', (_, head, expected) => {
    expect(start(head)).toEqual(expected)
  })

  it.each([
    [',1,2\na,5,9\n,6,9\nb,7,9\n', 0],
    [',1,2\n5,5,9\n6,6,9\n7,7,9\n', 0],
  ])('finds no header above rows that need not have a name: %j', (head, skipLines) => {
    expect(detectDialect(head)).toMatchObject({ hasHeader: false, skipLines })
  })

  it('finds no header in a line with fewer cells than two columns', () => {
    const head = 'Data from a spectrometer\n\n>>>>>Begin Spectral Data<<<<<\n339.2\t1.5\n339.6\t2.5\n340.0\t2\n'

    expect(detectDialect(head)).toMatchObject({ hasHeader: false, skipLines: 3 })
  })

  it('keeps the rows of all segments of a LabVIEW file', () => {
    const settings = 'LabVIEW Measurement\t\nSeparator\tTab\nMulti_Headings\tYes\n***End_of_Header***\t\n\t\n'
    const segment = (rows: string) =>
      `Channels\t1\t\nX0\t0.0\t\n***End_of_Header***\t\t\nX_Value\tVoltage\tComment\n${rows}`
    const rows = Array.from({ length: 20 }, (_, at) => `${at}.5\t1.5\n`).join('')

    const one = detectDialect(`${settings}${segment(rows)}`)
    const two = detectDialect(`${settings}${segment(rows)}\n${segment(rows)}`)

    expect(one).toMatchObject({ skipLines: 9, names: ['X_Value', 'Voltage', 'Comment'], hasSegments: false })
    expect(two).toMatchObject({ skipLines: 9, names: ['X_Value', 'Voltage', 'Comment'], hasSegments: true })
  })

  it('says which rows are combined into names', () => {
    expect(detectDialect('T,T\nmin,max\n1,2\n3,4\n5,6\n').joinedRows).toBe(2)
    expect(detectDialect('Date,T,\n,low,high\n2024-01-01,1,2\n2024-01-02,1,2\n').joinedRows).toBe(2)
    expect(detectDialect('T,U\nmin,max\n1,2\n3,4\n5,6\n').joinedRows).toBe(0)
  })

  it('reports whether each line above the rows is a single record', () => {
    expect(detectDialect('a,b\n1,2\n').plainHead).toBe(true)
    expect(detectDialect('a,b\n\n1,2\n').plainHead).toBe(false)
    expect(detectDialect('"a\nb",c\n1,2\n')).toMatchObject({ plainHead: false, skipLines: 2 })
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
