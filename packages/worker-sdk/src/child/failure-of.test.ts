import { describe, expect, it } from 'vitest'
import { RetryableError, StepError } from '../step-errors.ts'
import { failureOf } from './failure-of.ts'

describe('failureOf', () => {
  it('passes sentences for people on as they are', () => {
    expect(failureOf(new StepError('Column `x` is missing.'))).toEqual({
      failure: { kind: 'final', message: 'Column `x` is missing.' },
    })
    expect(failureOf(new RetryableError('The service is busy.'))).toEqual({
      failure: { kind: 'retryable', message: 'The service is busy.' },
    })
  })

  it('knows them also when they come from another copy of this package', () => {
    const foreign = Object.assign(new Error('Column `x` is missing.'), { name: 'StepError' })

    expect(failureOf(foreign).failure).toEqual({ kind: 'final', message: 'Column `x` is missing.' })
  })

  it('says of anything else that the step is at fault, and keeps the stack for its author', () => {
    const { failure, details } = failureOf(new TypeError('x is not a function\nat line 3'))

    expect(failure).toEqual({
      kind: 'final',
      message:
        'The step stopped with a fault of its own: x is not a function. The log holds the details for its author.',
    })
    expect(details).toContain('failure-of.test.ts')
  })

  it.each([undefined, null, 'a text', 7])('copes with %j being thrown', (thrown) => {
    expect(failureOf(thrown).failure.kind).toBe('final')
  })

  it('keeps a message within what the server takes', () => {
    expect(failureOf(new StepError('x'.repeat(9000))).failure.message).toHaveLength(4000)
    expect(failureOf(new StepError('')).failure.message).not.toBe('')
  })
})
