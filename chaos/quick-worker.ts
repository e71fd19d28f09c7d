import { defineStep, runWorker } from '@millrace/worker-sdk'
import { copyAndHash } from './copy-and-hash.ts'

/**
 * Copies its input immediately. Only workflows use this step, so a worker claims most jobs of this step while it
 * completes another job.
 */
const quickCopy = defineStep({
  functionName: 'quick_copy',
  version: '1.0.0',
  deterministic: true,
  title: 'Quick copy',
  inputs: [{ name: 'table', title: 'Table' }],
  outputs: [{ name: 'copy', title: 'Copy', mediaType: 'text/csv' }],
  async run({ input, output }) {
    return copyAndHash(await input('table').path(), output('copy', { suffix: '_copy.csv' }))
  },
})

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await runWorker({ steps: [quickCopy], concurrency: 2, signal: stop.signal, graceMs: 1000 })
