import { canonical } from './canonical.ts'
import type { Subject } from './checker.ts'
import { hasFormat } from './formats.ts'
import type { JsonSchema } from './json-schema.ts'
import { isRecord } from './pointer.ts'

type Test = (subject: Subject) => boolean

const ANY: [keyof JsonSchema, Test][] = [
  ['type', ({ schema, place }) => [schema.type].flat().some((type) => isOfType(type, place.value))],
  ['const', isConst],
  ['enum', isListed],
]
const NUMBER: [keyof JsonSchema, (value: number, limit: number) => boolean][] = [
  ['minimum', (value, limit) => value >= limit],
  ['maximum', (value, limit) => value <= limit],
  ['exclusiveMinimum', (value, limit) => value > limit],
  ['exclusiveMaximum', (value, limit) => value < limit],
  ['multipleOf', isMultiple],
]

/**
 * Reports which keywords the value violates. Checks `type`, `const`, `enum` and the keywords for numbers and strings.
 */
export function checkScalar(subject: Subject): void {
  const { checker, schema, place, out } = subject
  const report = (keyword: string) => out.push(checker.violation(keyword, schema, place))
  for (const [keyword, test] of ANY) if (schema[keyword] !== undefined && !test(subject)) report(keyword)
  const { value } = place
  if (typeof value === 'number') {
    for (const [keyword, test] of NUMBER) {
      const limit = schema[keyword]
      if (typeof limit === 'number' && !test(value, limit)) report(keyword)
    }
  }
  if (typeof value === 'string') checkText(subject, value, report)
}

function checkText({ checker, schema }: Subject, text: string, report: (keyword: string) => void): void {
  const { minLength, maxLength, pattern, format } = schema
  if (minLength !== undefined || maxLength !== undefined) {
    checker.budget.read(text.length)
    const length = [...text].length
    if (minLength !== undefined && length < minLength) report('minLength')
    if (maxLength !== undefined && length > maxLength) report('maxLength')
  }
  if (pattern !== undefined && !checker.matches(pattern, text)) report('pattern')
  if (format === undefined) return
  checker.budget.read(text.length)
  if (!hasFormat(format, text)) report('format')
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isRecord(value) : typeof value === type
}

function isConst({ checker, schema, place: { value } }: Subject): boolean {
  if (typeof value !== 'object' || value === null) return value === schema.const
  if (typeof schema.const !== 'object') return false
  const wanted = checker.once(schema, () => canonical(schema.const, checker.budget))
  return canonical(value, checker.budget) === wanted
}

function isListed({ checker, schema, place }: Subject): boolean {
  const values = schema.enum ?? []
  const { texts, plain } = checker.once(values, () => ({
    texts: new Set(values.filter(isObject).map((value) => canonical(value, checker.budget))),
    plain: new Set(values.filter((value) => !isObject(value))),
  }))
  if (!isObject(place.value)) return plain.has(place.value)
  return texts.size > 0 && texts.has(canonical(place.value, checker.budget))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Uses decimal arithmetic, so 0.3 is a multiple of 0.1. */
function isMultiple(value: number, divisor: number): boolean {
  const [a, b] = [decimalOf(value), decimalOf(divisor)]
  if (!a || !b || b.digits === 0n) return false
  const exponent = Math.min(a.exponent, b.exponent)
  const scaled = (one: { digits: bigint; exponent: number }) => one.digits * 10n ** BigInt(one.exponent - exponent)
  return scaled(a) % scaled(b) === 0n
}

function decimalOf(value: number): { digits: bigint; exponent: number } | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return whole === '' ? undefined : { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
