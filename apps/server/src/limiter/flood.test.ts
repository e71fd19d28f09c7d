import { expect, it } from 'vitest'
import { foregroundRequests } from '#limiter/foreground.ts'
import { testApi } from '#testing/api.ts'

const LONG_MS = 60_000
const api = await testApi({ foreground: foregroundRequests({ longestMs: LONG_MS, floodWaitMs: LONG_MS }) })

it('sec/J9 requests of an owner with many concurrent ones give way to those of others', async () => {
  const [mallory, bob] = await Promise.all([api.signUp(), api.signUp()])
  const endOther = api.deps.lanes.foreground.enter('another owner')
  let answered = 0
  const flood = Array.from({ length: 20 }, () => mallory.get('/api/EntryPoint').finally(() => (answered += 1)))

  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThanOrEqual(12)
  const other = await bob.get('/api/EntryPoint')

  expect(other.status).toBe(200)
  expect(answered).toBeLessThan(20)
  endOther()
  expect((await Promise.all(flood)).every(({ status }) => status === 200)).toBe(true)
})
