import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineStep } from '../define-step.ts'
import { runWorker } from '../run-worker.ts'

/* The program of a worker with steps that exceed a limit, at least one step for each limit. */

const shared = { version: '1.0.0', outputs: [{ name: 'out' }] }
const MEGABYTE = 1_000_000

/** Blocks its process, so the process cannot react to a signal. */
const endless = defineStep({
  ...shared,
  functionName: 'endless',
  async run() {
    for (;;);
  },
})

/** Allocates memory outside the JavaScript heap without returning to the event loop. */
const hungry = defineStep({
  ...shared,
  functionName: 'hungry',
  async run() {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(10 * MEGABYTE, 1))
  },
})

/** Allocates 100 MB for a moment. */
const large = defineStep({
  ...shared,
  functionName: 'large',
  async run() {
    const kept = Buffer.alloc(100 * MEGABYTE, 1)
    await sleep(300)
    return kept.length
  },
})

/** Starts a process in a different session, which allocates memory until it is killed. */
const hungryChild = defineStep({
  ...shared,
  functionName: 'hungry_child',
  async run() {
    const program = 'const kept = []; for (;;) kept.push(Buffer.alloc(1e7, 1))'
    await once(spawn(process.execPath, ['--eval', program], { detached: true, stdio: 'ignore' }), 'exit')
    await sleep(60_000)
  },
})

/** Fills the JavaScript heap. */
const hoarding = defineStep({
  ...shared,
  functionName: 'hoarding',
  async run() {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + 0.5))
  },
})

/** Starts more and more processes, each in a separate session. */
const forking = defineStep({
  ...shared,
  functionName: 'forking',
  async run() {
    for (;;) {
      spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
      await sleep(10)
    }
  },
})

async function fill(path: string): Promise<void> {
  const out = createWriteStream(path)
  for (;;) if (!out.write(Buffer.alloc(MEGABYTE, 1))) await once(out, 'drain')
}

/** Fills the disk with temporary files. */
const spilling = defineStep({
  ...shared,
  functionName: 'spilling',
  run: ({ folder }) => fill(join(folder, 'spill')),
})

/** Writes an endless result. */
const verbose = defineStep({
  ...shared,
  functionName: 'verbose',
  run: ({ output }) => fill(output('out')),
})

await runWorker({ steps: [endless, hungry, large, hungryChild, hoarding, forking, spilling, verbose] })
