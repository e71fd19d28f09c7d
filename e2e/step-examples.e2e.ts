import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { embedded } from '@millrace/siren/read'
import { IS_LONG } from '@millrace/tables/testing/long'
import { expect, inject, it, vi } from 'vitest'
import { BUILT_IN_STEPS } from '../apps/worker/src/steps.ts'
import { signUp } from './api-client.ts'

it('every processing step of the product has two examples, and its page runs them to the end', async () => {
  const person = await signUp(inject('productUrl'))
  const found = await person.read(await person.post('/api/ProcessingStepQuery/CreateQuery', {}))
  // Other journeys register steps in the same product, so only built-in steps are checked.
  const names = new Set(BUILT_IN_STEPS.map(({ functionName }) => functionName))
  const steps = embedded<ProcessingStepProperties>(found as never, 'item').filter(({ properties }) =>
    names.has(properties.FunctionName),
  )
  expect(steps).toHaveLength(names.size)

  const jobs: { name: string; job: string }[] = []
  for (const [at, step] of steps.entries()) {
    const { FunctionName, Examples } = step.properties
    expect(Examples.length, FunctionName).toBeGreaterThanOrEqual(2)
    // The worker's tests also run examples: one of each step, and with `npm run test:long` all of them.
    const chosen = [...Examples.entries()].filter(
      ([index]) => IS_LONG || (at % 3 === 0 && index === at % Examples.length),
    )
    for (const [Example, { Title }] of chosen)
      jobs.push({ name: `${FunctionName}: ${Title}`, job: await person.act(step as never, 'RunExample', { Example }) })
  }

  for (const { name, job } of jobs) {
    const state = await vi.waitFor(
      async () => {
        const { properties } = await person.read<JobProperties>(job)
        expect(isTerminal(properties.State)).toBe(true)
        return properties.State
      },
      { timeout: 120_000, interval: 500 },
    )
    expect(state, name).toBe('Completed')
  }
})
