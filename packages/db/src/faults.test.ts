import { describe, expect, it } from 'vitest'
import { isDatabaseFull, isRetryableConflict, isUnavailable } from './faults.ts'

const fault = (code: string) => Object.assign(new Error('from the database'), { code })

describe('a database error', () => {
  it.each([
    ['08006', 'the connection is lost'],
    ['57P01', 'an administrator terminated the session'],
    ['57P03', 'the server is starting'],
    ['57014', 'the statement took too long'],
    ['55P03', 'a lock was not available in time'],
    ['53300', 'there are too many connections'],
    ['53200', 'memory is exhausted'],
    ['25P03', 'the transaction was idle too long'],
  ])('%s (%s) is worth retrying later', (code) => {
    expect(isUnavailable(fault(code))).toBe(true)
    expect(isUnavailable(new Error('wrapped', { cause: fault(code) }))).toBe(true)
    expect(isRetryableConflict(fault(code))).toBe(false)
  })

  it('08P01, a protocol violation, is a fault of the statement, which would fail again', () => {
    expect(isUnavailable(fault('08P01'))).toBe(false)
  })

  it.each(['40P01', '40001'])('%s is worth retrying immediately', (code) => {
    expect([isRetryableConflict(fault(code)), isUnavailable(fault(code))]).toEqual([true, true])
  })

  it.each(['connect', 'getaddrinfo'])('an unreachable database (%s) is worth retrying later', (syscall) => {
    const fault = Object.assign(new Error('unreachable'), { syscall })

    expect(isUnavailable(fault)).toBe(true)
    expect(isUnavailable(new AggregateError([fault, fault]))).toBe(true)
  })

  it('recognizes a full disk', () => {
    expect([isDatabaseFull(fault('53100')), isDatabaseFull(fault('53300'))]).toEqual([true, false])
  })

  it.each(['23505', '23503', '22P02', '42601', 'ENOENT'])('%s is a bug in Millrace', (code) => {
    expect([isUnavailable(fault(code)), isRetryableConflict(fault(code)), isDatabaseFull(fault(code))]).toEqual([
      false,
      false,
      false,
    ])
  })
})
