import { parentPort } from 'node:worker_threads'
import { Budget } from '@millrace/parameters/budget'
import { lowerPriority, NICENESS } from '@millrace/processes/priority'
import { faultsWithin, type GivenParameters } from './parameters.rules.ts'

/* The thread in which large parameters are checked. It may be terminated at any moment. */

/** Elsewhere, a priority belongs to the process, and this would lower that of the server. */
if (process.platform === 'linux') lowerPriority(0, NICENESS.prompt)
parentPort?.on('message', (question: string) => {
  const [rest = '', given = ''] = question.split('\n')
  const parameters = { ...JSON.parse(rest), given: JSON.parse(given) } as GivenParameters
  parentPort?.postMessage(faultsWithin(new Budget(), parameters))
})
