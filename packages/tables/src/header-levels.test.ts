import { describe, expect, it } from 'vitest'
import { type Dialect, detectDialect } from './dialect.ts'

const GROUPED = ',temp,temp,rain,rain\n,mean,max,mean,max\n'
const VALUES = 'Bonn,1.5,2,3.5,4\nTrier,5.5,6,7.5,8\n'

function found(head: string): Pick<Dialect, 'names' | 'skipLines' | 'titles' | 'joinedRows'> {
  const { names, skipLines, titles, joinedRows } = detectDialect(head)
  return { names, skipLines, titles, joinedRows }
}

describe('a header with several levels, as pandas writes it', () => {
  const names = ['temp mean', 'temp max', 'rain mean', 'rain max']

  it('names columns by all levels, and row labels by the row below', () => {
    expect(found(`${GROUPED}site,,,,\n${VALUES}`)).toEqual({
      names: ['site', ...names],
      skipLines: 3,
      titles: 0,
      joinedRows: 3,
    })
  })

  it('continues names to the right where their cells are merged', () => {
    const merged = ',temp,,rain,\n,mean,max,mean,max\nsite,,,,\n'

    expect(found(merged + VALUES).names).toEqual(['site', ...names])
  })

  it('accepts several row labels', () => {
    const rows = ',,temp,temp\n,,mean,max\nsite,month,,\nBonn,1,1.5,2\nBonn,2,2.5,3\n'

    expect(found(rows).names).toEqual(['site', 'month', 'temp mean', 'temp max'])
  })

  it('leaves out the names of levels, and takes years as names', () => {
    const rows = 'what,temp,temp,rain,rain\nyear,2023,2024,2023,2024\nsite,,,,\n'

    const years = ['temp 2023', 'temp 2024', 'rain 2023', 'rain 2024']
    expect(found(rows + VALUES)).toMatchObject({ names: ['site', ...years], skipLines: 3 })
  })

  it('accepts three levels below a title', () => {
    const levels = ',mean,mean,max,max\n,temp,rain,temp,rain\nsite,A,A,A,A\nmonth,,,,\n'

    expect(found(`Survey 2024,,,,\n${levels}1,1.5,2,3,4\n2,2.5,3,4,5\n`)).toEqual({
      names: ['month', 'mean temp A', 'mean rain A', 'max temp A', 'max rain A'],
      skipLines: 5,
      titles: 1,
      joinedRows: 4,
    })
  })

  it('accepts a blank row where row labels have no name', () => {
    expect(found(`${GROUPED},,,,\n${VALUES}`)).toMatchObject({ names: ['', ...names], skipLines: 3, joinedRows: 2 })
  })

  it.each([
    ['units below the first name only', 'time,temp,depth\ns,,\n1,2.5,3\n2,3.5,4\n', ['time', 'temp', 'depth']],
    ['a first row without values', 'site,a,b\nBonn,,\nTrier,1.5,2\nKaub,2.5,3\n', ['site', 'a', 'b']],
    ['texts', 'a,b,c\nx,y,y\nu,,\nv,w,w\n', ['a', 'b', 'c']],
    ['rows of a hierarchy', 'k,b,c\n,u,u\n,v,w\nx,,\ny,u,v\n', ['k', 'b', 'c']],
  ])('is not found in other tables: %s', (_, head, expected) => {
    expect(found(head)).toMatchObject({ names: expected, joinedRows: 0 })
  })
})

describe('a header with two levels above an index without a name, as pandas writes it', () => {
  it.each([
    [
      'repeated names',
      `,temp,temp,rain,rain\n,A1,A2,A1,A2\n${VALUES}`,
      ['', 'temp A1', 'temp A2', 'rain A1', 'rain A2'],
    ],
    ['merged names', `,temp,,rain,\n,A1,A2,A1,A2\n${VALUES}`, ['', 'temp A1', 'temp A2', 'rain A1', 'rain A2']],
    ['a single group', ',temp,temp\n,raw,smooth\n0,1.5,2\n1,2.5,3\n', ['', 'temp raw', 'temp smooth']],
    ['two indexes', ',,temp,temp\n,,raw,smooth\nBonn,1,1.5,2\nBonn,2,2.5,3\n', ['', '', 'temp raw', 'temp smooth']],
  ])('joins both levels: %s', (_, head, names) => {
    expect(found(head)).toEqual({ names, skipLines: 2, titles: 0, joinedRows: 2 })
  })

  it.each([
    ['a title', ',Survey,,\n,temp,rain,wind\nBonn,1.5,2,3\nTrier,2.5,3,4\n', ['', 'temp', 'rain', 'wind']],
    ['duplicate names', ',temp,temp\n,lost,NA\n1,1.5,2\n2,2.5,3\n3,3.5,4\n', ['', 'temp', 'temp']],
    ['rows of texts', ',name,name\n,Ada,Lovelace\n1,Emmy,Noether\n2,Sofia,Kowalewskaja\n', ['', 'name', 'name']],
  ])('is not found in other tables: %s', (_, head, names) => {
    expect(found(head)).toMatchObject({ names, joinedRows: 0 })
  })
})

it('joins names with units in brackets to the names in merged cells above', () => {
  const rows =
    'Probe,Masse,,Temperatur,\nProbe,vorher [g],nachher [g],T1 [°C],T2 (°C)\nP1,1.5,2,3.5,4\nP2,5.5,6,7.5,8\n'

  expect(found(rows).names).toEqual([
    'Probe',
    'Masse vorher [g]',
    'Masse nachher [g]',
    'Temperatur T1 [°C]',
    'Temperatur T2 (°C)',
  ])
})
