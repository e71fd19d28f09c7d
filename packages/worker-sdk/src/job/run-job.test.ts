import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { settles } from '../testing/job-server.ts'

describe('a step that exceeds a limit', () => {
  it('is killed at its time limit, even if it blocks its process', async () => {
    const { settled, folder } = await settles('endless', { timeLimitMs: 1_000 })

    expect(settled).toEqual([['fail', 'timed-out', 'The step reached its time limit.']])
    expect(await readdir(folder)).toEqual([])
  })
})
