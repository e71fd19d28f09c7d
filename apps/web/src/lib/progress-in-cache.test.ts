import type { ProgressEvent } from '@millrace/contracts/events'
import { document, link } from '@millrace/siren/build'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { reportProgress } from './progress-in-cache.ts'

const HREF = 'http://localhost/api/Job/1'

function job(href: string, State: string) {
  return document('Job', { properties: { State, Progress: 0.1 }, links: [link('self', href)] })
}

function event(Progress: number): ProgressEvent {
  return { EventType: 'Progress', ResourceType: 'Job', ResourceLink: HREF, Progress }
}

describe('progress in the cache', () => {
  it('updates lists, pages and summaries that show the running job, and nothing else', () => {
    const client = new QueryClient()
    const other = job('http://localhost/api/Job/2', 'Processing')
    client.setQueryData(['jobs', 'list'], { total: 2, jobs: [job(HREF, 'Processing'), other] })
    client.setQueryData(['jobs', 'detail', HREF], job(HREF, 'Processing'))
    client.setQueryData(['jobs', 'dashboard'], { moving: { jobs: [job(HREF, 'Processing')] } })
    const unrelated = { jobs: [other] }
    client.setQueryData(['jobs', 'others'], unrelated)

    reportProgress(client, event(0.6))

    const shown = { properties: { State: 'Processing', Progress: 0.6 } }
    expect(client.getQueryData(['jobs', 'list'])).toMatchObject({ total: 2, jobs: [shown, other] })
    expect(client.getQueryData(['jobs', 'detail', HREF])).toMatchObject(shown)
    expect(client.getQueryData(['jobs', 'dashboard'])).toMatchObject({ moving: { jobs: [shown] } })
    expect(client.getQueryData(['jobs', 'others'])).toBe(unrelated)
  })

  it('corrects an older document that arrives after it', async () => {
    const client = new QueryClient()
    const reply = Promise.withResolvers<ReturnType<typeof job>>()
    const read = client.fetchQuery({ queryKey: ['jobs', 'detail', HREF], queryFn: () => reply.promise })

    reportProgress(client, event(0.6))
    reply.resolve(job(HREF, 'Processing'))
    await read

    expect(client.getQueryData(['jobs', 'detail', HREF])).toMatchObject({ properties: { Progress: 0.6 } })
  })

  it('leaves a job that has ended unchanged, and a query that waits to be read again', async () => {
    const client = new QueryClient()
    client.setQueryData(['jobs', 'detail', HREF], job(HREF, 'Completed'))
    client.setQueryData(['jobs', 'list'], { jobs: [job(HREF, 'Processing')] })
    await client.invalidateQueries({ refetchType: 'none' })

    reportProgress(client, event(0.6))

    expect(client.getQueryData(['jobs', 'detail', HREF])).toMatchObject({ properties: { Progress: 0.1 } })
    expect(client.getQueryState(['jobs', 'list'])).toMatchObject({ isInvalidated: true })
  })
})
