import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { processPool } from './process-pool.ts'

const entry = fileURLToPath(new URL('../testing/hostile-steps.ts', import.meta.url))
const limits = { memoryBytes: 1e9, diskBytes: 1e9, processes: 100, hasNetwork: true }

function pool() {
  const opened = processPool({ entry, cwd: tmpdir(), size: 3, limits })
  onTestFinished(() => opened.close())
  const runs = (ownerId: string, fails = false) => {
    const process = opened.take(ownerId)
    if (fails) process.kill()
    opened.put(process, ownerId)
    return process.pid
  }
  return { ...opened, runs }
}

it('keeps a process ready for other owners while one owner’s jobs fail', () => {
  const { runs, take } = pool()
  runs('mallory', true)
  const ready = runs('alice')

  const failing = [runs('mallory', true), runs('mallory', true)]

  expect(failing).not.toContain(ready)
  expect(take('alice').pid).toBe(ready)
})

it('gives the process that is ready to an owner whose job has failed if nobody else uses the worker', () => {
  const { runs, take } = pool()
  runs('alice', true)
  const ready = runs('alice')

  expect(take('alice').pid).toBe(ready)
})
