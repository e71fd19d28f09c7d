import { describe, expect, it } from 'vitest'
import { RetryableError, StepError } from '../step-errors.ts'
import { failureOf } from './failure-of.ts'

describe('failureOf', () => {
  it('keeps messages that are written for users', () => {
    expect(failureOf(new StepError('Column `x` is missing.'))).toEqual({
      failure: { kind: 'final', message: 'Column `x` is missing.' },
    })
    expect(failureOf(new RetryableError('The service is busy.'))).toEqual({
      failure: { kind: 'retryable', message: 'The service is busy.' },
    })
  })

  it('recognizes errors of another copy of this package', () => {
    const foreign = Object.assign(new Error('Column `x` is missing.'), { name: 'StepError' })

    expect(failureOf(foreign).failure).toEqual({ kind: 'final', message: 'Column `x` is missing.' })
  })

  it('reports anything else as a bug in the step and logs the stack', () => {
    const { failure, details } = failureOf(new TypeError('x is not a function\nat line 3'))

    expect(failure).toEqual({
      kind: 'final',
      message:
        'The step failed because of a bug: x is not a function. Report it to the author of the step; the log has the details.',
    })
    expect(details).toContain('failure-of.test.ts')
  })

  it.each([undefined, null, 'a text', 7])('accepts any thrown value: %j', (thrown) => {
    expect(failureOf(thrown).failure.kind).toBe('final')
  })

  it('limits a message to what the server accepts', () => {
    expect(failureOf(new StepError('x'.repeat(9000))).failure.message).toHaveLength(4000)
    expect(failureOf(new StepError('')).failure.message).not.toBe('')
  })
})
