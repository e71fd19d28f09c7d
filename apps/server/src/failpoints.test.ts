import { expect, it } from 'vitest'
import { failpoints } from './failpoints.ts'

it('a failpoint acts each time it is reached, or only the nth time', async () => {
  const reach = failpoints('job.start=error;job.create=error@2', 'test')
  const fails = async (name: Parameters<typeof reach>[0]) => {
    try {
      await reach(name)
      return false
    } catch {
      return true
    }
  }

  expect([await fails('job.start'), await fails('job.start')]).toEqual([true, true])
  expect([await fails('job.create'), await fails('job.create'), await fails('job.create')]).toEqual([
    false,
    true,
    false,
  ])
  expect(await fails('job.configure')).toBe(false)
})
