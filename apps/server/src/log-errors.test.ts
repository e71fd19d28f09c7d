import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { loggedError } from './log-errors.ts'

function logged(values: Record<string, unknown>): string {
  const lines: string[] = []
  const log = pino({ serializers: { err: loggedError } }, { write: (text: string) => void lines.push(text) })
  log.error(values, 'unexpected error')
  return lines.join('')
}

describe('an error in the log', () => {
  it('sec/F6 contains the failed statement without its values', () => {
    const cause = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' })
    const error = new DrizzleQueryError(
      'insert into "session" values ($1, $2)',
      ['canary-token', 'canary\nsecret'],
      cause,
    )

    const line = logged({ err: error })

    expect(line).not.toContain('canary')
    expect(line).toContain('insert into \\"session\\"')
    expect(line).toContain('invalid byte sequence')
    expect(line).toContain('log-errors.test.ts')
  })

  it('sec/F6 is a single line', () => {
    const line = logged({ err: new Error('a\r\nb\u001b[2J\u2028{"level":50}'), path: '/x\r\ny' })

    expect(line.split('\n')).toHaveLength(2)
    for (const control of ['\r', '\u001b']) expect(line).not.toContain(control)
    expect(JSON.parse(line)).toMatchObject({ level: 50, path: '/x\r\ny' })
  })

  it('handles any thrown value', () => {
    expect(logged({ err: 'a text' })).toContain('a text')
    expect(logged({ err: undefined })).toContain('unexpected error')
  })
})
