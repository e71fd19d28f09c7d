import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { columnsQuery, knownSheet } from './start-job.queries.ts'

const column = (Kind: string) => ({ Name: 'level', Kind })

it('takes the columns of a large file from the whole file, as steps do', async () => {
  const server = createServer((request, reply) => {
    const isWhole = request.url?.includes('whole=true')
    const properties = { TotalIsEstimated: !isWhole, Columns: [column(isWhole ? 'text' : 'number')] }
    const links = isWhole ? [] : [{ rel: ['Whole'], href: `http://${request.headers.host}/Preview?whole=true` }]
    reply.setHeader('content-type', 'application/vnd.siren+json')
    reply.end(JSON.stringify({ class: ['TablePreview'], properties, links }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/jobs`))
  vi.stubGlobal('document', { getElementById: () => null })
  const file = {
    properties: { MediaType: 'text/csv', Name: 'levels.csv' },
    links: [{ rel: ['Preview'], href: `http://127.0.0.1:${port}/Preview` }],
  } as WorkDataDocument

  const columns = await new QueryClient().fetchQuery(columnsQuery(file))

  expect(columns).toEqual({ columns: [column('text')], hasMore: false })
})

it('requests the columns of a sheet only once its name is complete', () => {
  const asked = ['M', 'Ma', 'May', 'Mayor', undefined].map((sheet) => knownSheet({ sheets: ['March', 'May'] }, sheet))

  expect(asked).toEqual([undefined, undefined, 'May', undefined, undefined])
})
