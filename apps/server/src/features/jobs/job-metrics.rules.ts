import type { JobView } from './job-view.ts'

interface Move {
  to: string
  at: Date
}

/**
 * Returns, for clients of protocol 10 and later, how long the phases of a job took, and the number and size of the
 * job's files. The times are sums over all attempts. A phase that has not ended does not count.
 */
export function metricsOf({ job, inputs, outputs }: JobView, history: Move[]) {
  return {
    worker: job.worker,
    metrics: {
      attempts: job.attempt,
      seconds_pending: secondsIn('Pending', history),
      seconds_processing: secondsIn('Processing', history),
      input_files: inputs.length,
      input_bytes: bytesOf(inputs),
      output_files: outputs.length,
      output_bytes: bytesOf(outputs),
    },
  }
}

function secondsIn(state: string, history: Move[]): number {
  const times = history.map(({ to, at }, index) => {
    const next = history[index + 1]
    return to === state && next ? next.at.getTime() - at.getTime() : 0
  })
  return times.reduce((sum, time) => sum + time, 0) / 1000
}

function bytesOf(items: JobView['inputs']): number {
  return items.reduce((sum, item) => sum + item.data.sizeInBytes, 0)
}
