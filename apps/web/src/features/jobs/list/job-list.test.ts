import type { JobAction, JobProperties } from '@millrace/contracts/jobs'
import { document, link, plainAction } from '@millrace/siren/build'
import { describe, expect, it } from 'vitest'
import { slotsToFill, workedMs } from '#lib/job-facts.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { bufferRows } from './buffered-rows.ts'
import { availableBulkActions, bulkResult } from './bulk-actions.ts'

function job(
  id: number,
  { actions = [], ...properties }: { actions?: JobAction[] } & Partial<JobProperties> = {},
): JobDocument {
  return document('Job', {
    properties: { Name: `Job ${id}`, State: 'Created', ...properties } as JobProperties,
    actions: actions.map((action) => plainAction(action, `/api/Job/${id}/${action}`, action)),
    links: [link('self', `/api/Job/${id}`)],
  })
}

describe('availableBulkActions', () => {
  it('offers what the documents offer, and says for how many', () => {
    const jobs = [
      job(1, { actions: ['CancelProcessing', 'Hide'] }),
      job(2, { actions: ['CancelProcessing', 'Hide'] }),
      job(3, { actions: ['Hide'] }),
    ]

    expect(availableBulkActions(jobs).map(({ label }) => label)).toEqual(['Cancel 2 of 3', 'Hide'])
  })

  it('deletes jobs with and without results with a single verb', () => {
    const jobs = [job(1, { actions: ['Delete'] }), job(2, { actions: ['DeleteWithOutputData'] })]

    const [first] = availableBulkActions(jobs)

    expect(first?.label).toBe('Delete')
    expect(first?.targets.map(({ action }) => action.name)).toEqual(['Delete', 'DeleteWithOutputData'])
  })

  it('is empty when nothing is offered', () => {
    expect(availableBulkActions([job(1)])).toEqual([])
  })

  it('reports what was done and what was not', () => {
    expect(bulkResult('Hide', '3 jobs', 0)).toBe('3 jobs hidden')
    expect(bulkResult('CancelProcessing', '1 job', 1)).toBe('1 job canceled, 1 failed')
  })
})

describe('bufferRows', () => {
  it('keeps the rows in place, in their newest form, and counts those that wait', () => {
    const shown = [job(1), job(2)]
    const fresh = [job(3), job(1, { State: 'Pending' })]

    const { rows, waiting, left } = bufferRows(shown, fresh)

    expect(rows.map((row) => row.properties.State)).toEqual(['Pending', 'Created'])
    expect(waiting).toBe(1)
    expect(left).toEqual(['/api/Job/2'])
  })
})

describe('facts of a job', () => {
  it('counts the time worked so far', () => {
    const started = { State: 'Processing', StartedAt: '2024-11-20T11:00:00Z', CompletedAt: null } as const

    expect(workedMs(started, new Date('2024-11-20T11:02:00Z'))).toBe(120_000)
    expect(workedMs({ ...started, CompletedAt: '2024-11-20T11:00:30Z' }, new Date())).toBe(30_000)
    expect(workedMs({ State: 'Pending', StartedAt: null, CompletedAt: null }, new Date())).toBeUndefined()
  })

  it('shows no time for a started job that waits again', () => {
    const begun = { StartedAt: '2024-11-20T11:00:00Z', CompletedAt: null }

    for (const State of ['DataMissing', 'Pending', 'ReadyForProcessing'] as const) {
      expect(workedMs({ ...begun, State }, new Date())).toBeUndefined()
    }
  })

  it('finds the slots that still need files', () => {
    const slot = (Name: string, MinSlots: number) =>
      document('InputDataSlot', { rel: ['InputDataSlot'], properties: { Name, Title: '', MinSlots }, links: [] })
    const draft = { ...job(1), entities: [slot('readings', 1), slot('stations', 0)] as never[] }

    expect(slotsToFill(draft).map((open) => open.properties.Name)).toEqual(['readings'])
  })
})
