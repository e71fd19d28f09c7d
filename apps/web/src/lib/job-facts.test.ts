import { NO_WORKER } from '@millrace/contracts/texts'
import { describe, expect, it } from 'vitest'
import { whyHeld, whyUnclaimed } from './job-facts.ts'

describe('why no worker claims a job', () => {
  const queued = { State: 'Pending', HasWorker: true, IsStepSuspended: false } as const

  it('is said while it is queued', () => {
    expect(whyUnclaimed(queued)).toBeUndefined()
    expect(whyUnclaimed({ ...queued, HasWorker: false })).toBe(NO_WORKER)
    expect(whyUnclaimed({ ...queued, IsStepSuspended: true })).toContain('suspended')
    expect(whyUnclaimed({ ...queued, IsStepSuspended: true, State: 'Processing' })).toBeUndefined()
  })

  it('names the step of a workflow', () => {
    expect(whyHeld({ StepWithoutWorker: null, SuspendedStep: null })).toBeUndefined()
    expect(whyHeld({ StepWithoutWorker: 'Clean', SuspendedStep: null })).toBe('No worker for Clean is connected.')
    expect(whyHeld({ StepWithoutWorker: null, SuspendedStep: 'Clean' })).toMatch(/^Clean is suspended/)
  })
})
