import { afterEach, expect, it, vi } from 'vitest'
import { createQuery } from './siren.ts'

afterEach(() => void vi.unstubAllGlobals())

it('a query fails with “Error response” if the reply does not say where its result is', async () => {
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
  vi.stubGlobal('document', { getElementById: () => null })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 201 })))
  const root = { actions: [{ name: 'CreateQuery', href: '/api/JobQuery/CreateQuery', method: 'POST' as const }] }

  await expect(createQuery(root, 'CreateQuery', {})).rejects.toThrow('Error response')
  await expect(createQuery({ actions: [] }, 'CreateQuery', {})).rejects.toThrow('Error response')
})
