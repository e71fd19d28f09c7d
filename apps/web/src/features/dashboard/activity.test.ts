import type { JobProperties } from '@millrace/contracts/jobs'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { describe, expect, it, vi } from 'vitest'
import type { Dashboard, JobDocument, WorkDataDocument } from './dashboard.queries.ts'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { activityOf, hrefOfEvent } = await import('./activity.ts')

function job(id: string, times: Partial<JobProperties>, parent?: string): JobDocument {
  const links = [{ rel: ['self'], href: `http://localhost/api/Job/${id}` }]
  if (parent) links.push({ rel: ['ParentJob'], href: `http://localhost/api/Job/${parent}` })
  const properties = { StartedAt: null, CompletedAt: null, Tags: [], ...times } as JobProperties
  return { class: ['Job'], properties, links } as unknown as JobDocument
}

function file(id: string, CreatedAt: string): WorkDataDocument {
  const links = [{ rel: ['self'], href: `http://localhost/api/WorkData/${id}` }]
  return { class: ['WorkData'], properties: { CreatedAt } as WorkDataProperties, links } as unknown as WorkDataDocument
}

function happened(parts: Partial<Dashboard>): [string, string][] {
  const nothing = { moving: [], recent: [], needsYou: [], uploads: [] } as unknown as Dashboard
  return activityOf({ ...nothing, ...parts }).map((event) => [new URL(hrefOfEvent(event)).pathname, event.at])
}

describe('the activity', () => {
  it('shows the latest events, newest first', () => {
    const moving = [job('1', { StartedAt: '2026-03-01T10:00:00Z' }), job('2', {})]

    expect(happened({ moving, uploads: [file('3', '2026-03-01T11:00:00Z')] })).toEqual([
      ['/api/WorkData/3', '2026-03-01T11:00:00Z'],
      ['/api/Job/1', '2026-03-01T10:00:00Z'],
    ])
  })

  it('lists a job once, even if it waits for data or completed between two reads', () => {
    const waits = job('1', { StartedAt: '2026-03-01T10:00:00Z' })
    const completed = job('2', { StartedAt: '2026-03-01T11:00:00Z', CompletedAt: '2026-03-01T12:00:00Z' })
    const moving = [waits, job('2', { StartedAt: '2026-03-01T11:00:00Z' })]

    expect(happened({ moving, recent: [completed], needsYou: [waits] })).toEqual([
      ['/api/Job/2', '2026-03-01T12:00:00Z'],
      ['/api/Job/1', '2026-03-01T10:00:00Z'],
    ])
  })

  it('leaves out the jobs of a workflow, which has its own entry', () => {
    const workflow = job('1', { StartedAt: '2026-03-01T10:00:00Z' })
    const parts = ['2', '3'].map((id) => job(id, { StartedAt: '2026-03-01T10:01:00Z' }, '1'))

    expect(happened({ moving: [...parts, workflow] })).toEqual([['/api/Job/1', '2026-03-01T10:00:00Z']])
  })

  it('has one entry for a sweep, with the state of all its jobs', () => {
    const swept = (id: string, State: 'Completed' | 'Processing') =>
      job(id, { State, StartedAt: `2026-03-01T10:0${id}:00Z`, Tags: ['sweep=a', 'sweep-by=threshold'] })
    const recent = [swept('1', 'Completed'), job('2', { StartedAt: '2026-03-01T10:02:00Z' }), swept('3', 'Completed')]

    const events = activityOf({ moving: [swept('4', 'Processing')], recent, needsYou: [], uploads: [] } as never)

    expect(events.map(({ job: one, sweep }) => [one && hrefOfEvent({ at: '', job: one }).slice(-1), sweep])).toEqual([
      ['4', { id: 'a', state: 'Processing' }],
      ['2', undefined],
    ])
  })
})
