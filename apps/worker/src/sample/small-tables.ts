import type { ExampleFile } from '@millrace/worker-sdk'

/*
 * Small tables for the examples of steps. They are generated without randomness, so they are the same on every
 * computer.
 */

const GAUGES = [
  { station: 'Maxau', base: 468, wave: 150 },
  { station: 'Kaub', base: 214, wave: 140 },
  { station: 'Köln', base: 331, wave: 190 },
] as const
const DAYS = 20
const CREST = 9

/**
 * Daily water levels and discharges of three gauges. One cell is empty, one row is repeated, and one gauge has an
 * outage.
 */
export const LEVELS: ExampleFile = { name: 'levels.csv', text: levels() }

/** Stations for `LEVELS`. One station has no levels, and one gauge with levels is missing. */
export const STATIONS: ExampleFile = {
  name: 'stations.csv',
  text: table('station,river,kilometer,latitude,longitude', [
    'Maxau,Rhine,362.3,49.0390,8.3050',
    'Kaub,Rhine,546.3,50.0850,7.7640',
    'Cochem,Mosel,51.6,50.1460,7.1680',
  ]),
}

/** Water levels for two months, in two files with different columns. */
export const JANUARY: ExampleFile = {
  name: 'january.csv',
  text: table('date,station,level_cm', ['2024-01-01,Kaub,214', '2024-01-01,Köln,331', '2024-01-02,Kaub,220']),
}
export const FEBRUARY: ExampleFile = {
  name: 'february.csv',
  text: table('date,station,level_cm,quality', ['2024-02-01,Kaub,281,good', '2024-02-01,Köln,402,estimated']),
}

/** Readings of a temperature sensor and a reference, for a calibration curve. */
export const CALIBRATION: ExampleFile = { name: 'calibration.csv', text: calibration() }

export const MONTHS: ExampleFile = {
  name: 'rainfall.csv',
  text: table('station,year,Jan,Feb,Mar,Apr', [
    'Kaub,2022,61,48,12,70',
    'Kaub,2023,88,21,97,64',
    'Köln,2022,55,66,9,58',
    'Köln,2023,79,30,84,71',
  ]),
}

function table(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join('\n')}\n`
}

function levels(): string {
  const rows = Array.from({ length: DAYS }, (_, day) =>
    GAUGES.flatMap(({ station, base, wave }, at) => {
      if (station === 'Kaub' && day === 12) return []
      const level = base + wave * Math.exp(-(((day - CREST - at) / 4) ** 2)) + 3 * Math.sin(day + at)
      const discharge = 0.03 * (level + 300) ** 1.7
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
      const isEmpty = station === 'Köln' && day === 15
      const row = `${date},${station},${isEmpty ? '' : level.toFixed(1)},${discharge.toFixed(0)}`
      return station === 'Maxau' && day === 4 ? [row, row] : [row]
    }),
  )
  return table('date,station,level_cm,discharge_m3s', rows.flat())
}

function calibration(): string {
  const rows = Array.from({ length: 24 }, (_, at) => {
    const reference = at * 2.5
    const reading = 0.9 * reference + 0.004 * reference ** 2 + 1.5 + 1.2 * Math.sin(at * 2.4)
    return `${reference.toFixed(1)},${reading.toFixed(2)},${at % 2 === 0 ? 'A' : 'B'}`
  })
  return table('reference_c,reading_c,sensor', rows)
}
