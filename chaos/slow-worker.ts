import { setTimeout as sleep } from 'node:timers/promises'
import { defineStep, runWorker } from '@millrace/worker-sdk'
import { copyAndHash } from './copy-and-hash.ts'

/** Copies its input slowly, so the step can be interrupted. */
const slowCopy = defineStep({
  functionName: 'slow_copy',
  version: '1.0.0',
  deterministic: true,
  title: 'Slow copy',
  parameters: {
    type: 'object',
    properties: {
      seconds: { type: 'number', title: 'Seconds', default: 0, minimum: 0 },
      item: { type: 'number', title: 'Item', default: -1 },
    },
  },
  inputs: [{ name: 'table', title: 'Table' }],
  outputs: [{ name: 'copy', title: 'Copy', mediaType: 'text/csv' }],
  async run({ parameters, input, output, progress }) {
    const path = await input('table').path()
    for (let waited = 0; waited < parameters.seconds; waited += 0.5) {
      await sleep(500)
      progress(waited / parameters.seconds)
    }
    return copyAndHash(path, output('copy', { suffix: '_copy.csv' }))
  },
})

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await runWorker({ steps: [slowCopy], concurrency: 2, signal: stop.signal, graceMs: 1000 })
