import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { useSlicedQuery } from '#lib/use-sliced-query.ts'
import { bareElement } from '../../../testing/bare-element.ts'
import type { JobPage } from '../jobs.queries.ts'
import { useBufferedPage } from './use-buffered-page.ts'

const pageOf = (href: string) =>
  ({ jobs: [{ properties: {}, links: [{ rel: ['self'], href }], entities: [], actions: [] }] }) as unknown as JobPage

let buffered: ReturnType<typeof useBufferedPage> | undefined

function List({ search }: { search: string }) {
  const query = useSlicedQuery({ queryKey: [search], queryFn: () => pageOf('/api/Job/3') })
  const result = useBufferedPage(query.data, search, true)
  useLayoutEffect(() => {
    buffered = result
  })
  return null
}

it('does not hold rows of another search that are still on screen while the new ones are rendered', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(['all'], pageOf('/api/Job/1'))
  client.setQueryData(['failed'], pageOf('/api/Job/2'))
  const root = createRoot(bareElement())
  const show = (search: string) =>
    flushSync(() =>
      root.render(
        <QueryClientProvider client={client}>
          <List search={search} />
        </QueryClientProvider>,
      ),
    )

  show('all')
  show('failed')
  const over = { pointerType: 'mouse', currentTarget: { scrollTop: 0 } } as never
  flushSync(() => buffered?.watch.onPointerOver(over))

  await expect.poll(() => buffered?.jobs).toEqual(pageOf('/api/Job/2').jobs)
  expect(buffered?.waiting).toBe(0)
})
