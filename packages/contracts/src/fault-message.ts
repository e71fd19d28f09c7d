import type { z } from 'zod'

const EXPECTED: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

const FORMATS: Record<string, string> = {
  datetime: 'Expected an ISO 8601 time with a UTC offset, such as 2026-01-31T12:00:00Z.',
  uuid: 'Expected an ID, such as 01a20044-054e-7d84-8fc5-dff0b81c414b.',
  url: 'Expected a URL.',
  email: 'Expected an email address.',
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * Describes in one sentence what is wrong with a value. Returns undefined if Zod's message is good enough. A custom
 * message in the schema takes precedence over both.
 */
export function faultMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = EXPECTED[issue.expected] ?? issue.expected
      if (issue.input === undefined) return `Missing. Expected ${expected}.`
      if (Number.isNaN(issue.input)) return `Expected ${expected}.` // a query parameter with text instead of a number
      return `Expected ${expected}, but got ${kindOf(issue.input)}.`
    }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Must not be empty.'
      return `Must ${measure(issue.origin)} at least ${issue.minimum.toLocaleString('en')}${unit(issue.origin, issue.minimum)}.`
    case 'too_big':
      return `Must ${measure(issue.origin)} at most ${issue.maximum.toLocaleString('en')}${unit(issue.origin, issue.maximum)}.`
    case 'invalid_value':
      return `Expected ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.map(shown).join(', ')}.`
    case 'invalid_format':
      return FORMATS[issue.format]
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'key' : 'keys'}: ${issue.keys.map((key) => `“${key}”`).join(', ')}.`
    default:
      return undefined
  }
}

function shown(value: z.core.util.Primitive): string {
  if (value === '') return 'an empty string'
  return typeof value === 'number' ? `the number ${value}` : String(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'number' ? `the number ${value}` : (EXPECTED[typeof value] ?? typeof value)
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be'
}

function unit(origin: string, limit: number | bigint): string {
  if (origin !== 'string' && origin !== 'array') return ''
  const one = origin === 'string' ? ' character' : ' item'
  return Number(limit) === 1 ? one : `${one}s`
}
