import type { JobProperties } from '@millrace/contracts/jobs'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { document, link } from '@millrace/siren/build'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { lineageQuery } from './lineage.queries.ts'

const href = (name: string) => `/api/Job/${name}`

/** Returns a job that used the results of others. */
function job(name: string, before: readonly string[] = []) {
  const file = (producer: string) =>
    document('WorkData', {
      rel: ['Selected'],
      properties: { Name: producer } as WorkDataProperties,
      links: [link('self', `/api/WorkData/${producer}`), link('ProducedByJob', href(producer))],
    })
  const slot = document('InputDataSlot', {
    rel: ['InputDataSlot'],
    properties: { Name: 'tables' },
    entities: before.map(file) as never[],
    links: [link('self', `${href(name)}/InputDataSlot/0`)],
  })
  return document('Job', {
    properties: { Name: name, State: 'Completed', Processing: null } as JobProperties,
    entities: [slot] as never[],
    links: [link('self', href(name))],
  })
}

function lineageOf(jobs: readonly ReturnType<typeof job>[], ...names: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const one of jobs) client.setQueryData(jobQueries.detail(selfHref(one)).queryKey, one)
  return client.fetchQuery(lineageQuery(names.map(href)))
}

describe('the lineage of a result', () => {
  it('may include a fan-in of 150 stations, and lists each job after the jobs that it depends on', async () => {
    const stations = Array.from({ length: 150 }, (_, at) => `station${at}`)
    const all = [job('all', [...stations, 'plan']), job('plan'), ...stations.map((name) => job(name, ['plan']))]

    const { jobs, last } = await lineageOf(all, 'all')

    expect(jobs.map(({ properties }) => properties.Name)).toEqual(['plan', ...stations, 'all'])
    expect([...last].map(({ properties }) => properties.Name)).toEqual(['all'])
  })

  it('is refused if it is too long', async () => {
    const stations = Array.from({ length: 500 }, (_, at) => `station${at}`)
    const all = [job('all', stations), ...stations.map((name) => job(name))]

    await expect(lineageOf(all, 'all')).rejects.toThrow('More than 500 jobs led to this result')
  })
})
