import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { sessionQuery } from '#lib/session.ts'
import { bareElement } from '../../../testing/bare-element.ts'
import { draftKey } from './draft-storage.ts'
import { useDraftKey } from './use-draft-key.ts'

let places: (string | undefined)[] = []

function Page() {
  places.push(useDraftKey('new')?.('new'))
  return null
}

/**
 * Opens the page as in development mode, where React runs each effect twice. Resolves with the key that the page stores
 * its draft under.
 */
async function opens() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(sessionQuery.queryKey, { user: { id: 'alice' } } as never)
  places = []
  const root = createRoot(bareElement())
  flushSync(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <Page />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
  await expect.poll(() => places.at(-1)).toBeDefined()
  return { place: places.at(-1), close: () => flushSync(() => root.unmount()) }
}

it('the draft key of kept changes is used by one page at a time, even in development', async () => {
  const kept = draftKey('alice', 'new', 'a')
  vi.stubGlobal('localStorage', { [kept]: '{}' })

  const [first, second] = [await opens(), await opens()]
  expect(first.place).toBe(kept)
  expect(second.place).not.toBe(kept)
  first.close()

  await expect.poll(async () => (await navigator.locks.query()).held?.map(({ name }) => name)).toHaveLength(1)
  expect((await opens()).place).toBe(kept)
})
