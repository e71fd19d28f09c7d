import { NO_WORKER } from '@millrace/contracts/texts'
import { describe, expect, it } from 'vitest'
import { holdReason, unclaimedReason } from './job-facts.ts'

describe('why no worker claims a job', () => {
  const queued = { State: 'Pending', HasWorker: true, IsStepSuspended: false } as const

  it('is explained while it is queued', () => {
    expect(unclaimedReason(queued)).toBeUndefined()
    expect(unclaimedReason({ ...queued, HasWorker: false })).toBe(NO_WORKER)
    expect(unclaimedReason({ ...queued, IsStepSuspended: true })).toContain('suspended')
    expect(unclaimedReason({ ...queued, IsStepSuspended: true, State: 'Processing' })).toBeUndefined()
  })

  it('names the step of a workflow', () => {
    expect(holdReason({ StepWithoutWorker: null, SuspendedStep: null })).toBeUndefined()
    expect(holdReason({ StepWithoutWorker: 'Clean', SuspendedStep: null })).toBe('No worker for Clean is connected.')
    expect(holdReason({ StepWithoutWorker: null, SuspendedStep: 'Clean' })).toMatch(/^Clean is suspended/)
  })
})
