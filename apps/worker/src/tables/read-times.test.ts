import { describe, expect, it } from 'vitest'
import { readContent } from '#testing-reading.ts'

describe('times in a text file', () => {
  it.each([
    ['01:06:2024', '2024-06-01'],
    ['2024:06:01', '2024-06-01'],
  ])('reads dates with colons: %s', async (date, iso) => {
    const { types, table, engine } = await readContent(
      'aod.lev15',
      `AERONET Version 3\nDate,Time(hh:mm:ss),AOD\n${date},08:15:00,0.1\n${date},09:15:00,0.2\n`,
    )

    expect(types).toEqual(['Date DATE', 'Time(hh:mm:ss) VARCHAR', 'AOD DOUBLE'])
    expect(await engine.rows(`SELECT DISTINCT "Date"::VARCHAR AS d FROM ${table.view}`)).toEqual([{ d: iso }])
  })

  it.each([
    ['01.05.2024 10:00:00,050', '2024-05-01 10:00:00.05'],
    ['01.05.2024 10:00:00:050', '2024-05-01 10:00:00.05'],
    ['01OCT2024:10:20:00', '2024-10-01 10:20:00'],
    ['01OCT2024', '2024-10-01'],
    ['Oct 2024', '2024-10-01'],
    ['October 2024', '2024-10-01'],
    ['Oct-24', '2024-10-01'],
    ['2024-05-01 10:00:00 GMT', '2024-05-01 10:00:00+00'],
    ['2024/05/01 2:01:11 PM GMT+1', '2024-05-01 13:01:11+00'],
    ['2024/05/01 2:01:11 PM GMT-0:30', '2024-05-01 14:31:11+00'],
    ['05/31/2024 2:01 AM GMT-3:30', '2024-05-31 05:31:00+00'],
    ['01.05.2024 10:11:12 UTC', '2024-05-01 10:11:12+00'],
    ['May 1, 2024 @ 10:11:12.125', '2024-05-01 10:11:12.125'],
    ['20240501:0010', '2024-05-01 00:10:00'],
    ['01MAY24:10:11:12', '2024-05-01 10:11:12'],
    ['01MAY24', '2024-05-01'],
  ])('reads times in the formats that programs export: %s', async (time, iso) => {
    const { table, engine } = await readContent('export.csv', `time;v\n${`${time};1\n`.repeat(9)}`)

    expect(await engine.rows(`SELECT DISTINCT "time"::VARCHAR AS t FROM ${table.view}`)).toEqual([{ t: iso }])
    expect(table.columns[0]?.kind).toBe('time')
  })

  it('converts times with offsets to UTC', async () => {
    const { engine, table } = await readContent(
      't.csv',
      't,v\n2024-03-31T01:00:00+01:00,1\n2024-03-31T03:00:00+02:00,2\n',
    )

    const rows = await engine.rows<{ t: number }>(`SELECT epoch(t) AS t FROM ${table.view}`)
    expect(rows.map((row) => new Date(row.t * 1000).toISOString())).toEqual([
      '2024-03-31T00:00:00.000Z',
      '2024-03-31T01:00:00.000Z',
    ])
  })

  it.each(['2024-03-01T09:30Z', '2024-03-01 09:30 UTC', '2024-03-01T10:30+01:00', '2024-03-01 10:30:00.000 +0100'])(
    'converts %s to UTC',
    async (time) => {
      const { engine, table } = await readContent('t.csv', `t,v\n"${time}",1\n"${time}",2\n`)

      expect(table.columns[0]).toMatchObject({ type: 'TIMESTAMP WITH TIME ZONE' })
      const rows = await engine.rows<{ t: number }>(`SELECT epoch(t) AS t FROM ${table.view}`)
      expect(rows.map((row) => new Date(row.t * 1000).toISOString())).toContain('2024-03-01T09:30:00.000Z')
    },
  )
})
