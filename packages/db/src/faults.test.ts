import { describe, expect, it } from 'vitest'
import { isAway, isDatabaseFull, isRetryableConflict } from './faults.ts'

const fault = (code: string) => Object.assign(new Error('the database said so'), { code })

describe('what the database says', () => {
  it.each([
    ['08006', 'the connection is lost'],
    ['57P01', 'an administrator ends the session'],
    ['57P03', 'it is starting up'],
    ['57014', 'the statement took too long'],
    ['55P03', 'a lock is held too long'],
    ['53300', 'there are too many connections'],
    ['53200', 'memory is used up'],
    ['25P03', 'the transaction was idle too long'],
  ])('with %s (%s) is worth another try later', (code) => {
    expect(isAway(fault(code))).toBe(true)
    expect(isAway(new Error('wrapped', { cause: fault(code) }))).toBe(true)
    expect(isRetryableConflict(fault(code))).toBe(false)
  })

  it.each(['40P01', '40001'])('with %s is worth another try at once', (code) => {
    expect([isRetryableConflict(fault(code)), isAway(fault(code))]).toEqual([true, true])
  })

  it.each(['connect', 'getaddrinfo'])('that cannot be reached (%s) is worth another try later', (syscall) => {
    const fault = Object.assign(new Error('no way'), { syscall })

    expect(isAway(fault)).toBe(true)
    expect(isAway(new AggregateError([fault, fault]))).toBe(true)
  })

  it('tells a full disk', () => {
    expect([isDatabaseFull(fault('53100')), isDatabaseFull(fault('53300'))]).toEqual([true, false])
  })

  it.each(['23505', '23503', '22P02', '42601', 'ENOENT'])('with %s is a fault of ours', (code) => {
    expect([isAway(fault(code)), isRetryableConflict(fault(code)), isDatabaseFull(fault(code))]).toEqual([
      false,
      false,
      false,
    ])
  })
})
