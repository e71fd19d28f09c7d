import { describe, expect, it } from 'vitest'
import { document, link } from './build.ts'
import type { SirenDocument } from './document.ts'
import { limitedTo, type Protocol } from './protocol.ts'

const links = [link('self', 'http://localhost:3000/api/Job/1')]

const protocol: Protocol = {
  properties: { Job: new Set(['Name']), InputDataSlot: new Set(['Name']), WorkData: new Set(['Name']) },
  links: {},
  enums: {},
}

describe('a document limited to a protocol', () => {
  it('drops properties that are not in the protocol, at any depth', () => {
    const data = document('WorkData', { rel: ['Selected'], properties: { Name: 'a.csv', Sha256: '00' }, links })
    const slot = document('InputDataSlot', {
      rel: ['InputDataSlot'],
      properties: { Name: 'table', MinSlots: 1 },
      entities: [data] as SirenDocument[],
      links: [],
    })
    const job = document('Job', {
      properties: { Name: 'sum', Progress: 0.5 },
      entities: [slot] as SirenDocument[],
      links,
    })

    const shown = limitedTo(protocol, job)

    expect(shown.properties).toEqual({ Name: 'sum' })
    expect(shown.entities[0]?.properties).toEqual({ Name: 'table' })
    expect(shown.entities[0]?.entities[0]).toMatchObject({ rel: ['Selected'], properties: { Name: 'a.csv' } })
    expect(shown.links).toEqual(links)
  })

  it('keeps documents of other classes unchanged', () => {
    const history = document('JobHistory', { properties: { Events: [] }, links })

    expect(limitedTo(protocol, history)).toEqual(history)
  })
})
