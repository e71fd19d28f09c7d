import { describe, expect, it } from 'vitest'
import { detectDialect } from './dialect.ts'

function rows(row: (at: number) => string): string {
  return Array.from({ length: 12 }, (_, at) => `${row(at)}\n`).join('')
}

describe('settings above a table', () => {
  it.each([
    [
      'of an oscilloscope',
      `Model,MDO3024\n\nPoint Format,Y\nHorizontal Scale,4e-07\nVertical Units,V\nTIME,CH1\n${rows((at) => `${at}e-10,0.${at}`)}`,
      { names: ['TIME', 'CH1'], skipLines: 6, unitRows: [] },
    ],
    [
      'with dates, in columns of values',
      `Run,1,2\nDate,2024-05-01,2024-05-02\nTime [s],A,B\n${rows((at) => `${at},1.${at},2.${at}`)}`,
      { names: ['Time [s]', 'A', 'B'], skipLines: 3 },
    ],
    [
      'above units',
      `Project,X,\nDate,2024-05-01,\ntime,level,flow\n,cm,m³/s\n${rows((at) => `2024-05-01 10:${at + 10},${at},${at}`)}`,
      { names: ['time', 'level', 'flow'], skipLines: 4, unitRows: [['', 'cm', 'm³/s']] },
    ],
    [
      'above names and units without gaps',
      `Station,42\ntime,level\nsec,cm\n${rows((at) => `${at},${at}`)}`,
      { names: ['time', 'level'], skipLines: 3, unitRows: [['sec', 'cm']] },
    ],
    [
      'with fewer columns than the table, whose first column is text',
      `Serial No,1234\nVersion 5.97\n\nstation,time,level\n${rows((at) => `Bonn,2024-05-01 10:${at + 10},${at}`)}`,
      { names: ['station', 'time', 'level'], skipLines: 4 },
    ],
    [
      'and a title, above a year among names',
      `Date,2024-05-01\nSite 1\n2023,Q,pH\n,m,\n${rows((at) => `2024-05-${at + 10},${at},${at}.5`)}`,
      { names: ['2023', 'Q', 'pH'], skipLines: 4 },
    ],
    [
      'of a spectrometer, without names',
      `TITLE\tsample\nDELTAX\t-1\nXUNITS\tNANOMETERS\nFIRSTX\t400\nXYDATA\n${rows((at) => `${400 - at}\t0.${at}`)}`,
      { hasHeader: false, skipLines: 5 },
    ],
    [
      'with a name that begins with a sign of comments',
      `[Header]\nVersion\t5.97\nInterval(msec)\t640\n# of Points\t400\nStart Time(min)\t0.000\nR.Time (min)\tIntensity\n${rows((at) => `0.${at}\t${at}`)}`,
      { names: ['R.Time (min)', 'Intensity'], skipLines: 6 },
    ],
    [
      'padded with delimiters',
      `Report,,\nDevice,XY200,\nOperator,Me,\ntime,value,status\n${rows((at) => `${at},${at}.5,ok`)}`,
      { names: ['time', 'value', 'status'], skipLines: 4, titles: 3 },
    ],
    [
      'padded with delimiters, above a name without values',
      `Report,,\nDevice,XY200,\nOperator,Me,\ntime,value,remark\n${rows((at) => `${at},${at}.5,`)}`,
      { names: ['time', 'value', 'remark'], skipLines: 4, titles: 3 },
    ],
    [
      'padded with delimiters, above a blank line and units',
      `Messung vom 01.02.2024\nGerät;XY 200;\nBediener;Müller;\n;;\nZeit;Wert;Status\ns;°C;\n${rows((at) => `${at};${at},5;ok`)}`,
      { names: ['Zeit', 'Wert', 'Status'], skipLines: 6, titles: 3, unitRows: [['s', '°C', '']] },
    ],
    [
      'padded with delimiters, above a first column of text and an empty last column',
      `Report,,,\nDevice,XY200,,\nname,value,status,\n${rows((at) => `n${at},${at}.5,ok,`)}`,
      { names: ['name', 'value', 'status', ''], skipLines: 3, titles: 2 },
    ],
    [
      'with a number, padded with delimiters, whose first column is text',
      `Serial No,1234,\nVersion 5.97,,\n,,\nstation,time,level\n${rows((at) => `Bonn,2024-05-01 10:${at + 10},${at}`)}`,
      { names: ['station', 'time', 'level'], skipLines: 4, titles: 2 },
    ],
    [
      'of text in a column of values, padded with delimiters',
      `Device,XY200,\nOperator,Me,\ntime,value,status\n${rows((at) => `${at},${at}.5,ok`)}`,
      { names: ['time', 'value', 'status'], skipLines: 3, titles: 2 },
    ],
  ])('are not its rows: %s', (_what, head, expected) => {
    expect(detectDialect(head)).toMatchObject(expected)
  })

  it.each([
    ['identifiers that are numbers later', `id,v\nA1,1\nB2,2\n${rows((at) => `${at},${at}`)}`, ['id', 'v'], 1],
    [
      'texts in all columns of values',
      `site,x,y\nA,1,bad\nB,bad,bad\n${rows((at) => `C,${at},${at}`)}`,
      ['site', 'x', 'y'],
      1,
    ],
    [
      'texts below a header with an empty name',
      `name,value,\na,x,\nb,y,ok\n${rows((at) => `${at},${at}.5,ok`)}`,
      ['name', 'value', ''],
      1,
    ],
    [
      'a text below a header with an empty name',
      `time,value,\nbad,worse,remark\n${rows((at) => `${at},${at}.5,`)}`,
      ['time', 'value', ''],
      1,
    ],
    [
      'rows below a header without a first name',
      `,value,note\nx,bad,\ny,worse,remark\n${rows((at) => `n${at},${at}.5,ok`)}`,
      ['', 'value', 'note'],
      1,
    ],
    [
      'rows without values, one with a cell below an empty name',
      `station,level,\nKaub,,\nBonn,offline,see log\n${rows((at) => `S${at},${at}.5,`)}`,
      ['station', 'level', ''],
      1,
    ],
    [
      'a row that has a cell too many',
      `Survey\nstation,level\nBonn,offline,see log\n${rows((at) => `S${at},${at}.5`)}`,
      ['station', 'level'],
      2,
    ],
  ])('are distinguished from rows: %s', (_what, head, names, skipLines) => {
    expect(detectDialect(head)).toMatchObject({ names, skipLines })
  })

  it.each([
    ['a time', `time;2023\n${rows((at) => `2024-05-01 10:${at + 10};${at}`)}`, ['time', '2023']],
    ['names and units', `depth;2023\nm;cm\n${rows((at) => `${at};${at}`)}`, ['depth', '2023']],
    ['texts, above fractions', `station;2023\n${rows((at) => `S;${at}.5`)}`, ['station', '2023']],
    ['texts, above whole numbers', `Köln;2000\n${rows((at) => `S;${at}`)}`, ['column 1', 'column 2']],
    ['text, above units', `depth;2023;Q\nm;;l/s\n${rows((at) => `${at};good;${at}`)}`, ['depth', '2023', 'Q']],
    ['a name above', `id;year\nA1;2023\n${rows((at) => `${at};2024`)}`, ['id', 'year']],
  ])('a year can be a name, beside %s', (_what, head, names) => {
    expect(detectDialect(head).names).toEqual(names)
  })

  it('do not include a header of years, which may end with an empty name', () => {
    const head =
      '"Source","Indicators",\n\n"Updated","2024-05-01",\n\n"Country","Code","1960","1961",\n"Aruba","ABW","54208","55434",\n"Peru","PER","10155","10469",\n'

    expect(detectDialect(head)).toMatchObject({ names: ['Country', 'Code', '1960', '1961', ''], skipLines: 5 })
  })
})

describe('a line drawn below the names', () => {
  it.each([
    ['| a | b | c |\n|---|---|---|\n| 1 | 2 | x |\n| 3 | 4 | y |\n| 5 | 6 | z |\n', ['', 'a', 'b', 'c', ''], []],
    [
      `Date Time Temp SpCond\nm/d/y hh:mm:ss C uS/cm\n----------------------\n${rows((at) => `05/0${1 + (at % 9)}/24 10:00:00 12.5 300`)}`,
      ['Date', 'Time', 'Temp', 'SpCond'],
      [['m/d/y', 'hh:mm:ss', 'C', 'uS/cm']],
    ],
  ])('is neither a name nor a row', (head, names, unitRows) => {
    const found = detectDialect(head)

    expect(found.names.map((name) => name.trim())).toEqual(names)
    expect(found.unitRows).toEqual(unitRows)
  })
})
