import { describe, expect, it } from 'vitest'
import { RetryableError, StepError } from '../step-errors.ts'
import { failureOf as failureIn } from './failure-of.ts'

const FOLDER = '/srv/millrace/data/worker/job-1'
const failureOf = (error: unknown) => failureIn(error, { folder: FOLDER, title: 'Plot table' })

describe('failureOf', () => {
  it('keeps the parameter that the step names, truncated to what the server accepts', () => {
    const parameter = { name: 'sql', wrong: 'no_such', offset: 7, suggestions: ['x'.repeat(2000), 'level'] }
    const { failure } = failureOf(new StepError('Column `no_such` not found.', { parameter }))
    const long = failureOf(
      new StepError('Too long.', { parameter: { name: 'sql', wrong: 'x'.repeat(2000), offset: 7 } }),
    )

    expect(failure.parameter).toEqual({ ...parameter, suggestions: ['level'] })
    expect(long.failure.parameter).toEqual({ name: 'sql', suggestions: [] })
  })

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
        'The step crashed. This is a bug in Plot table, not in your data. The log has the details for its author.',
    })
    expect(details).toContain('x is not a function')
    expect(details).toContain('failure-of.test.ts')
  })

  it('INV22 sec/L3 reveals no path of the worker', () => {
    const opened = `ENOENT: no such file or directory, open '${FOLDER}/input-0'`
    const imported = "Cannot find package 'x' imported from /opt/worker/node_modules/steps/index.js"
    const kept = new StepError(`IO Error: cannot read "${FOLDER}/input-0" or https://example.org/a/b or 1/2/3.`)

    const messages = [new Error(opened), new Error(imported), kept].map((error) => failureOf(error).failure.message)

    expect(messages).toEqual([
      expect.stringContaining('This is a bug in Plot table'),
      expect.stringContaining('This is a bug in Plot table'),
      'IO Error: cannot read "input-0" or https://example.org/a/b or 1/2/3.',
    ])
  })

  it.each([undefined, null, 'a text', 7])('accepts any thrown value: %j', (thrown) => {
    expect(failureOf(thrown).failure.kind).toBe('final')
  })

  it('truncates a message to what the server accepts', () => {
    expect(failureOf(new StepError('x'.repeat(9000))).failure.message).toHaveLength(4000)
    expect(failureOf(new StepError('')).failure.message).not.toBe('')
  })
})
