import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { forgetNetworkNamespaces } from '@millrace/processes/without-network'
import { expect, it, onTestFinished, vi } from 'vitest'
import { processPool } from './process-pool.ts'
import { STEPS_KEEP_NETWORK } from './step-network.ts'

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

it('gives the ready process to an owner whose job has failed if nobody else uses the worker', () => {
  const { runs, take } = pool()
  runs('alice', true)
  const ready = runs('alice')

  expect(take('alice').pid).toBe(ready)
})

it('logs once that steps have network access where the system allows no namespaces', () => {
  const lines: string[] = []
  forgetNetworkNamespaces()
  vi.stubEnv('PATH', '/nowhere')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    forgetNetworkNamespaces()
  })
  const options = { entry, cwd: tmpdir(), size: 3, limits: { ...limits, hasNetwork: false } }

  const opened = processPool({ ...options, report: (line) => lines.push(line) })
  onTestFinished(() => opened.close())
  opened.take('alice').kill()

  expect(lines).toEqual([STEPS_KEEP_NETWORK])
})
