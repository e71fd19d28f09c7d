import type { WorkDataKind, WorkDataProperties } from '@millrace/contracts/work-data'
import { document, link } from '@millrace/siren/build'
import { describe, expect, it } from 'vitest'
import { sortedByUse } from './data-order.ts'

function file(Name: string, MediaType: string, Kind: WorkDataKind = 'ProcessingArtefact') {
  const properties = { Name, MediaType, Kind } as WorkDataProperties
  return document('WorkData', { properties, links: [link('self', `/api/${Name}`)] })
}

const csv = (name: string, kind?: WorkDataKind) => file(name, 'text/csv', kind)
const png = (name: string, kind?: WorkDataKind) => file(name, 'image/png', kind)
const pdf = (name: string, kind?: WorkDataKind) => file(name, 'application/pdf', kind)
const names = (items: ReturnType<typeof sortedByUse>) => items.map(({ properties }) => properties.Name)

describe('recent data', () => {
  it('is sorted into tables, other files and repeated results while no step is chosen', () => {
    const items = [png('plot.png'), csv('a.csv'), csv('a.csv'), pdf('report.pdf'), csv('b.csv')]

    expect(names(sortedByUse(items, false))).toEqual(['a.csv', 'b.csv', 'plot.png', 'report.pdf', 'a.csv'])
  })

  it('is sorted by time, with repeated results apart, once a step is chosen', () => {
    const items = [png('one.png'), csv('a.csv'), png('one.png'), png('two.png')]

    expect(names(sortedByUse(items, true))).toEqual(['one.png', 'a.csv', 'two.png', 'one.png'])
  })

  it('starts with the newest file if that was uploaded', () => {
    const items = [pdf('new.pdf', 'ClientUpload'), csv('a.csv'), pdf('old.pdf', 'ClientUpload'), csv('b.csv')]

    expect(names(sortedByUse(items, false))).toEqual(['new.pdf', 'a.csv', 'b.csv', 'old.pdf'])
  })
})
