import { expect, it } from 'vitest'
import { metricsOf } from './job-metrics.rules.ts'
import type { JobView } from './job-view.ts'

const at = (second: number) => new Date(Date.UTC(2024, 0, 1, 0, 0, second))
const view = { job: { worker: null, attempt: 2 }, inputs: [], outputs: [] } as unknown as JobView

it('sums the times of all finished attempts', () => {
  const history = [
    { to: 'ReadyForProcessing', at: at(0) },
    { to: 'Pending', at: at(10) },
    { to: 'Processing', at: at(11) },
    { to: 'Pending', at: at(31) },
    { to: 'Processing', at: at(33) },
  ]

  expect(metricsOf(view, history).metrics).toMatchObject({ attempts: 2, seconds_pending: 3, seconds_processing: 20 })
  expect(metricsOf(view, [])).toMatchObject({ worker: null, metrics: { seconds_pending: 0, input_bytes: 0 } })
})
