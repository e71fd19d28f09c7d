import { LIMITS } from '@millrace/contracts/limits'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { jobQueries } from './jobs.queries.ts'

afterEach(() => void vi.unstubAllGlobals())

const TOTAL = 2 * LIMITS.pageSizeMax + 1

/** Simulates a server with `TOTAL` jobs. The URL of a query says which page was requested. */
function serveJobs(): void {
  const root = {
    actions: [{ name: 'CreateJobQuery', href: '/api/JobQuery/CreateQuery', method: 'POST' }],
    links: [],
  }
  const answer = (body: object, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/vnd.siren+json', ...headers } })
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('document', { getElementById: () => null })
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) => {
    if (init?.method === 'POST') {
      const { Pagination } = JSON.parse(String(init.body)) as { Pagination: { PageOffset: number; PageSize: number } }
      const location = `/api/JobQuery?offset=${Pagination.PageOffset}&size=${Pagination.PageSize}`
      return Promise.resolve(new Response(null, { status: 201, headers: { location } }))
    }
    const { pathname, searchParams } = new URL(String(address), 'http://localhost')
    if (pathname !== '/api/JobQuery') {
      const link = (rel: string) => ({ rel: [rel], href: `/api/${rel}` })
      return Promise.resolve(answer({ ...root, links: [link('JobsRoot'), link('self')] }))
    }
    const [offset, size] = [Number(searchParams.get('offset')), Number(searchParams.get('size'))]
    const count = Math.max(0, Math.min(size, TOTAL - offset))
    const entities = Array.from({ length: count }, (_, at) => ({
      rel: ['item'],
      properties: { Name: `${offset + at}` },
    }))
    return Promise.resolve(answer({ properties: { TotalEntities: TOTAL }, entities }))
  })
}

it('reads all jobs of a sweep, although a page has room for fewer', async () => {
  serveJobs()

  const { jobs } = await new QueryClient().fetchQuery(jobQueries.whole({ Filter: { TagsByAnd: ['sweep=1'] } }))

  expect(jobs.map(({ properties }) => properties.Name)).toEqual(Array.from({ length: TOTAL }, (_, at) => `${at}`))
})
