import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi({
  lanes: { streams: { what: 'event streams', perOwner: 2, total: 3, waiting: 0, waitMs: 0 } },
})

it('sec/J9 limits event streams per account, and answers if the server has no room for more', async () => {
  const [mallory, bob, eve] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
  const first = await mallory.get('/api/Events')
  await mallory.get('/api/Events')

  const tooMany = await mallory.get('/api/Events')
  const other = await bob.get('/api/Events')
  const full = await eve.get('/api/Events')

  expect([tooMany.status, other.status, full.status]).toEqual([429, 200, 503])
  expect(tooMany.headers.get('retry-after')).toBe('2')
  expect(full.headers.get('retry-after')).toBe('2')
  expect(await tooMany.json()).toMatchObject({ code: 'too-many-requests' })
  expect(await full.json()).toMatchObject({
    code: 'busy',
    detail: expect.stringContaining('busy with other event streams'),
  })

  await first.body?.cancel()
  expect((await eve.get('/api/Events')).status).toBe(200)
})
