import { defineStep } from '../define-step.ts'
import { runWorker } from '../run-worker.ts'

/* The program of a worker whose steps exceed the limits of the worker. */

const shared = { version: '1.0.0', outputs: [{ name: 'out' }] }

/** Blocks its process, so that it cannot react to a signal. */
const endless = defineStep({
  ...shared,
  functionName: 'endless',
  async run() {
    for (;;);
  },
})

await runWorker({ steps: [endless] })
