import { describe, expect, it } from 'vitest'
import { detectDialect } from './dialect.ts'

function rows(row: (at: number) => string): string {
  return Array.from({ length: 20 }, (_, at) => `${row(at)}\n`).join('')
}

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
      'below names that end with colons',
      'Datum:;Uhrzeit:;Pegel:\n01.05.2024;10:00;201\n01.05.2024;10:10;202\n01.05.2024;10:20;203\n',
      header(['Datum:', 'Uhrzeit:', 'Pegel:'], 1),
    ],
    [
      'below names with equals signs in a comment',
      '# t,I (U=5V),I (U=10V)\n0.1,2.5,3.5\n0.2,2.6,3.6\n0.3,2.7,3.7\n',
      header(['t', 'I (U=5V)', 'I (U=10V)'], 1),
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
      'below the questions of a survey, each above its choices',
      'id,date,What do you use?,,Comments\n,,R,Python,Open-Ended Response\n7,03/14/2024,R,,fine\n8,03/15/2024,,Python,\n',
      header(['id', 'date', 'What do you use? R', 'What do you use? Python', 'Comments'], 2),
    ],
    [
      'below the questions and ids of a Qualtrics survey',
      'Date,Q1\nRecorded Date,"How old\nare you?"\n"{""ImportId"":""date""}","{""ImportId"":""QID1""}"\n2024-03-01,34\n',
      header(['Date', 'Q1'], 4),
    ],
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
      'that counts the columns below settings',
      'Date:;01.03.2024;;\nMode;Absorbance;;\nWavelength;600;nm;\n\nCycle Nr.;1;2;3\nTime [s];0;300,1;600,2\nA1;0,1;0,2;0,3\nA2;0,2;0,3;0,4\nA3;0,2;0,3;0,4\n',
      header(['Cycle Nr.', '1', '2', '3'], 5),
    ],
    [
      'above a row that counts on',
      'Report,,,\nname,a,b,c\nx,4,5,6\nTotal,1,2,3\ny,7,5,6\nz,7,5,6\n',
      header(['name', 'a', 'b', 'c'], 2),
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
    [
      'below a comment with a sign other than #',
      '!Sample_title\t"a"\t"b"\n!Sample_row_count\t"3"\t"3"\n!table_begin\nID_REF\tGSM1\tGSM2\nx\t1.5\t2\ny\t2.5\t3\nz\t2.5\t3\n!table_end\n',
      header(['ID_REF', 'GSM1', 'GSM2'], 4),
    ],
    [
      'above codes for dates and times',
      'Date,Time,Temp,Depth,Cond\nMMDDYY,HHMMSS,°C,Units,µS/cm\n""\n03/01/2024,08:00:00,1.5,7,300\n03/01/2024,08:10:00,2.5,7,300\n03/01/2024,08:20:00,2.5,7,300\n',
      header(['Date', 'Time', 'Temp', 'Depth', 'Cond'], 3, ['MMDDYY HHMMSS °C Units µS/cm']),
    ],
    [
      'below names of groups that are repeated, one above each column',
      '\tTemp\tHi\tWind\tWind\tHi\t\tRain\nDate\tOut\tTemp\tSpeed\tDir\tSpeed\tBar\tRain\n01.03.24\t1.5\t2.5\t3.5\t90\t4.5\t1013\t0\n02.03.24\t1.5\t2.5\t3.5\t90\t4.5\t1013\t0\n',
      header(['Date', 'Temp Out', 'Hi Temp', 'Wind Speed', 'Wind Dir', 'Hi Speed', 'Bar', 'Rain'], 2),
    ],
    [
      'between ruled lines',
      '+----+------+\n| id | name |\n+----+------+\n|  1 | n1   |\n|  2 | n2   |\n|  3 | n3   |\n',
      header(['', ' id ', ' name ', ''], 3),
    ],
    [
      'in a comment that declares fields',
      '#Version: 1.0\n#Fields: date time s-ip sc-status\n2024-03-01 10:00:12 10.0.0.1 200\n2024-03-01 10:00:13 10.0.0.1 200\n2024-03-01 10:00:14 10.0.0.1 200\n',
      header(['date', 'time', 's-ip', 'sc-status'], 2),
    ],
    [
      'in a comment that declares fields with spaces',
      '# Query: q1\n# Fields: query id, % identity\n# 3 hits\nq1\t97.5\nq2\t98.5\nq3\t99.5\n',
      header(['query id', '% identity'], 3),
    ],
    [
      'in a comment that declares fields, separated by commas',
      '# Fields: query id, % identity\nq1,97.5\nq2,98.5\nq3,99.5\n',
      header(['query id', '% identity'], 1),
    ],
    [
      'in a comment that declares fields, above columns that are separated by spaces',
      `# Fields: depth,level\n${rows((at) => `${at} 2.5`)}`,
      header(['depth', 'level'], 1),
    ],
    [
      'in a comment that declares fields, separated by spaces, above columns that are separated by tabs',
      '#Version: 1.0\n#Fields: date time sc-bytes\n2024-03-01\t10:00:12\t200\n2024-03-01\t10:00:13\t300\n2024-03-02\t10:00:14\t400\n',
      header(['date', 'time', 'sc-bytes'], 2),
    ],
    [
      'in a comment with wide gaps between names with spaces',
      '% Nodes:  3\n% x        T (K)       p (Pa)\n0.5   293.5   1.5\n1.5   293.5   2.5\n2.5   294.5   2.5\n',
      header(['x', 'T (K)', 'p (Pa)'], 2),
    ],
    [
      'below the same names with other punctuation',
      `"report-file"\n"Iteration" "lift"\n("Iteration" "lift")\n${rows((at) => `${at} 0.5`)}`,
      header(['Iteration', 'lift'], 3),
    ],
    [
      'below a title above columns that are separated by spaces',
      `Node J1  Depth (m)\nDate     Time    Value\n${rows((at) => `03/01/2024 ${at}:00:00 0.5`)}`,
      header(['Date', 'Time', 'Value'], 2),
    ],
    [
      'above the questions of a survey',
      'CASE\tMODE\tSTARTED\tA1\tA2\nNumber of the interview\tMode\tStart of the interview\tAge: [01]\tGender\n1\tx\t2024-03-01 10:00:00\t20\t1\n2\tx\t2024-03-01 10:10:00\t30\t2\n3\tx\t2024-03-01 10:20:00\t40\t2\n',
      header(['CASE', 'MODE', 'STARTED', 'A1', 'A2'], 2),
    ],
    [
      'above two rows of names and units',
      'LABEL,X,Y,FRAME\nLabel,X,Y,Frame\nLabel,X,Y,Frame\n,(micron),(micron),\nID1,1.5,2.5,1\nID2,1.6,2.6,2\nID3,1.7,2.7,3\n',
      header(['LABEL', 'X', 'Y', 'FRAME'], 4, [' (micron) (micron) ']),
    ],
    [
      'below names of groups, each repeated above its columns',
      'Image,Cells,Cells,Nuclei\nNumber,Area,Center_X,Area\n1,83,87.3,80\n2,84,88.3,81\n3,85,89.3,82\n',
      header(['Image Number', 'Cells Area', 'Cells Center_X', 'Nuclei Area'], 2),
    ],
    [
      'above a row of text without values',
      'id,x,y,z\nA1,bad,bad,bad\nA2,1.5,2.5,1\nA3,1.6,2.6,2\nA4,1.7,2.7,3\n',
      header(['id', 'x', 'y', 'z'], 1),
    ],
    ...['Blank,n.d.,bdl,lost', 'Blank,lost,void,spilled', 'Procedure blank,contaminated,n.d.,not measured'].map(
      (row): [string, string, ReturnType<typeof header>] => [
        `above a sample without values: ${row}`,
        `id,Pb,Cd,Hg\n${row}\nA2,1.5,2.5,1\nA3,1.6,2.6,2\nA4,1.7,2.7,3\n`,
        header(['id', 'Pb', 'Cd', 'Hg'], 1),
      ],
    ),
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
    expect(detectDialect(' ,A,,B,\nx,mean,max,mean,max\n1,2,3,4,5\n2,3,4,5,6\n')).toMatchObject({
      names: ['x', 'A mean', 'A max', 'B mean', 'B max'],
      joinedRows: 2,
      titles: 0,
    })
    expect(detectDialect('T,U\nmin,max\n1,2\n3,4\n5,6\n').joinedRows).toBe(0)
  })

  it('reports whether each line above the rows is a single record', () => {
    expect(detectDialect('a,b\n1,2\n').plainHead).toBe(true)
    expect(detectDialect('a,b\n\n1,2\n').plainHead).toBe(false)
    expect(detectDialect('"a\nb",c\n1,2\n')).toMatchObject({ plainHead: false, skipLines: 2 })
  })
})
