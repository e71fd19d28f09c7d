import { describe, expect, it } from 'vitest'
import { splitJobName, splitName, splitTitle } from './split-name.ts'

describe('splitName', () => {
  it('keeps the last word of the stem with the extension', () => {
    expect(splitName('koeln_2019-2024_clean.csv')).toEqual(['koeln_2019-2024_', 'clean.csv'])
    expect(splitName('gauge readings of the Rhine 297.csv')).toEqual(['gauge readings of the Rhine ', '297.csv'])
    expect(splitName('rhine_gauges_2024.csv.gz')).toEqual(['rhine_gauges_2024.', 'csv.gz'])
  })

  it('keeps the last word of a name without an extension', () => {
    expect(splitName('daily_discharge_of_bonn')).toEqual(['daily_discharge_of_', 'bonn'])
    expect(splitName('Clean table: outlier_threshold 1.5')).toEqual(['Clean table: outlier_threshold ', '1.5'])
  })

  it('keeps the last letters of a long word', () => {
    expect(splitName('daily_interpolation.parquet')).toEqual(['daily_interpolat', 'ion.parquet'])
  })

  it('keeps the extension of a name that narrow columns shorten', () => {
    expect(splitName('koeln_2024.csv')).toEqual(['koeln_', '2024.csv'])
  })

  it('does not cut through a letter', () => {
    const head = `flood watch ${'🌊'.repeat(6)}👨‍👩‍👧`

    expect(splitName(`${head}🌊🌊🌊.csv`)).toEqual([head, '🌊🌊🌊.csv'])
  })

  it.each(['e\u0301', '水', '👨‍👩‍👧', 'ق', 'ö'])('cuts a long name between letters: %s', (letter) => {
    const end = `${letter.repeat(3)}.csv`

    expect(splitName(`${'a'.repeat(90)}${end}`)).toEqual(['a'.repeat(90), end])
  })

  it('leaves a short name unsplit', () => {
    expect(splitName('gauge_2.csv')).toEqual(['gauge_2.csv', ''])
    expect(splitName('')).toEqual(['', ''])
  })
})

describe('splitJobName', () => {
  it('keeps all values of a sweep, or otherwise the end of the name', () => {
    const sweep = 'Outlier threshold, Cologne: Outlier threshold 6'
    expect(splitJobName(sweep)).toEqual(['Outlier threshold, Cologne: ', 'Outlier threshold 6'])
    expect(splitJobName('Level statistics, Cochem')).toEqual(splitTitle('Level statistics, Cochem'))
    const long = `Query: ${'a long text '.repeat(4)}`
    expect(splitJobName(long)).toEqual(splitTitle(long))
  })
})

describe('splitTitle', () => {
  it('keeps the last words, as many as fit, with nothing before them', () => {
    expect(splitTitle('Clean the gauge readings: hampel, 12')).toEqual(['Clean the gauge readings: ', 'hampel, 12'])
    expect(splitTitle('Hourly means of koeln_2019_bonn')).toEqual(['Hourly means of koeln_', '2019_bonn'])
    expect(splitTitle('Gauges by day.workflow.json')).toEqual(['Gauges by day.', 'workflow.json'])
  })

  it('keeps the last letters of a long word', () => {
    expect(splitTitle('daily_interpolationandmore')).toEqual(['daily_interpolationandm', 'ore'])
  })
})
