import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { authLog } from './log.ts'

const MESSAGE = 'Failed to verify authentication'

function levelsOf(message: string, error: Error): number[] {
  const levels: number[] = []
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void levels.push((JSON.parse(line) as { level: number }).level) },
  )
  authLog(log)?.log?.('error', message, error)
  return levels
}

describe('a passkey that cannot be checked', () => {
  it('is routine if it is refused', () => {
    expect(levelsOf(MESSAGE, new Error('Unexpected authentication response origin'))).toEqual([20])
  })

  it.each([
    ['the database', new DrizzleQueryError('update passkey', [], new Error('connection lost'))],
    ['a fault in the code', new TypeError('x is not a function')],
  ])('is an error because of %s', (_reason, error) => {
    expect(levelsOf(MESSAGE, error)).toEqual([50])
  })

  it('leaves other messages of plain errors at error level', () => {
    expect(levelsOf('Failed to send', new Error('connection lost'))).toEqual([50])
  })
})
