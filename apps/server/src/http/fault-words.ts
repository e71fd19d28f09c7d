import type { z } from 'zod'

const EXPECTED: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

const FORMATS: Record<string, string> = {
  datetime: 'It is no time with an offset, such as 2026-01-31T12:00:00Z.',
  uuid: 'It is no id, such as 01a20044-054e-7d84-8fc5-dff0b81c414b.',
  url: 'It is no address.',
  email: 'It is no e-mail address.',
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** What is wrong with a value, in a sentence for whoever sent it. Schemas that have their own words keep them. */
export function faultWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = EXPECTED[issue.expected] ?? issue.expected
      return issue.input === undefined
        ? `It is missing: send ${expected}.`
        : `It is ${kindOf(issue.input)}, not ${expected}.`
    }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'It is empty.'
      return `It ${measure(issue.origin, 'less')} ${issue.minimum.toLocaleString('en')}${unit(issue.origin)}.`
    case 'too_big':
      return `It ${measure(issue.origin, 'more')} ${issue.maximum.toLocaleString('en')}${unit(issue.origin)}.`
    case 'invalid_value':
      return `It is none of ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return FORMATS[issue.format]
    default:
      return undefined
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'number' ? `the number ${value}` : (EXPECTED[typeof value] ?? typeof value)
}

function measure(origin: string, than: 'less' | 'more'): string {
  if (origin === 'string' || origin === 'array') return `has ${than === 'less' ? 'fewer' : 'more'} than`
  return than === 'less' ? 'is less than' : 'is more than'
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' items' : ''
}
