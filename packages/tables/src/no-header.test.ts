import { describe, expect, it } from 'vitest'
import { detectDialect } from './dialect.ts'

function rows(row: (at: number) => string): string {
  return Array.from({ length: 20 }, (_, at) => `${row(at)}\n`).join('')
}

describe('a table without a header', () => {
  it('finds no header in a line with fewer cells than two columns', () => {
    const head = 'Data from a spectrometer\n\n>>>>>Begin Spectral Data<<<<<\n339.2\t1.5\n339.6\t2.5\n340.0\t2\n'

    expect(detectDialect(head)).toMatchObject({ hasHeader: false, skipLines: 3 })
  })

  it.each([
    ['a setting in a comment', '#Laser (nm)=\t532\n#AxisUnit[1]=\t1/cm\n100.5\t7\n101.5\t8\n102.5\t9\n', 2],
    ['a setting among words', '# sample 1 lambda=0.4959\n 2.5 7 1\n 2.6 8 1\n 2.7 9 1\n', 1],
    ['the size of a matrix', '# name: A\n# rows: 3\n# columns: 3\n 1.5 7 1\n 2.5 8 1\n 3.5 9 1\n', 3],
    [
      'the row of a table with more columns',
      '"Sample"\t"Vial"\t"Run"\t"Date"\n"Std1"\t"A1"\t1\t"3/1/2024 10:00:00 AM EST"\n0.5\t1.5\n1.5\t2.5\n2.5\t3.5\n',
      2,
    ],
    [
      'the number of rows above them',
      `Data file for DataLogger.\nCOMPANY   = Van Essen Instruments\n  Start time  =00:00:00 01/03/24\n[Data]\n20\n${rows((at) => `2024/03/01 12:00:${at + 10}.0   1030.5   11.5`)}`,
      5,
    ],
    ['settings that end with a colon', `'Id: "" Comment: "" Operator: "Lab"\n${rows((at) => `${at}.5 100`)}`, 1],
    [
      'settings above columns that are separated by spaces',
      `Data file for DataLogger.\n=====\nCOMPANY   = Van Essen Instruments\nDATE   : 01/03/2024  TIME : 10:11:12\n  Number of channels  =2\n  Range   =16.0 cm H2O\n[Data]\n20\n${rows((at) => `2024/03/01 12:00:${at + 10}.0   1030.5   11.5`)}END OF DATA FILE OF DATALOGGER FOR WINDOWS\n`,
      8,
    ],
    [
      'settings with one cell',
      'PE UV\n-1\n24/03/01\nnm\n800.5\n#DATA\n800.5\t1.5\n799.5\t2.5\n798.5\t3.5\n797.5\t4.5\n796.5\t5.5\n795.5\t6.5\n794.5\t7.5\n793.5\t8.5\n',
      6,
    ],
  ])('finds no header in %s', (_, head, skipLines) => {
    expect(detectDialect(head)).toMatchObject({ hasHeader: false, skipLines })
  })

  it('keeps a short first row of a table without a header', () => {
    expect(detectDialect('5\n1,2\n3,4\n5,6\n').skipLines).toBe(0)
  })
})
