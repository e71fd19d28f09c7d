import { LIMITS } from '@millrace/contracts/limits'
import { Problem } from '#problem.ts'

const BODY = 'The body'

/**
 * Matches adjacent escaped surrogates with all backslashes before the first `u`. If the number of these backslashes is
 * even, they escape each other, and the `u` does not start a surrogate.
 */
const SURROGATES = /(?<!\\)\\+u[dD][89a-fA-F][0-9a-fA-F]{2}(?:\\u[dD][89a-fA-F][0-9a-fA-F]{2})*/g

/** Parses untrusted JSON. `what` names the input in errors. A blank string is parsed as an empty object. */
export function parseJson(text: string, what = BODY): unknown {
  requireStorable(text, what)
  requireShallow(text, what)
  return parsedExactly(text, what)
}

/**
 * Parses JSON that has passed `requireStorable` and `requireShallow`. Throws for integers whose value would change, and
 * for numbers that overflow.
 */
export function parsedExactly(text: string, what = BODY): unknown {
  return parsed(text, what, LONG_NUMBER.test(text) ? exactly : undefined)
}

/** Parses JSON that has passed `requireShallow`. Numbers with too many digits are rounded. */
export function parsed(text: string, what = BODY, reviver?: Reviver): unknown {
  if (text.trim() === '') return {}
  try {
    return (JSON.parse as ParseWithSource)(text, reviver)
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('bad-request', `${what} is not valid JSON: ${(cause as Error).message}`, { cause })
  }
}

type Reviver = (key: string, value: unknown, from: { source?: string }) => unknown
type ParseWithSource = (text: string, reviver?: Reviver) => unknown

/** Matches numbers that JavaScript may be unable to represent exactly. */
const LONG_NUMBER = /\d{16}|e\+?\d{3}/i

/** Reviver that throws for integers that `JSON.parse` would change, and for overflows. Fractions may be rounded. */
function exactly(_key: string, value: unknown, { source = '' }: { source?: string }): unknown {
  if (typeof value !== 'number') return value
  const isKept = Number.isFinite(value) && (!/^-?\d+$/.test(source) || BigInt(source) === BigInt(value))
  if (isKept) return value
  const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source
  throw new Problem(
    'invalid-parameters',
    `The number ${shown} can’t be stored exactly. Send it as text, or with fewer digits.`,
  )
}

/** Throws if a JSON text contains NUL characters or unpaired surrogates, which PostgreSQL cannot store. */
export function requireStorable(text: string, what = BODY): void {
  if (text.includes('\u0000') || text.includes('\\u0000'))
    throw new Problem('bad-request', `${what} contains a NUL character, which can’t be stored.`)
  for (const [run] of text.matchAll(SURROGATES)) {
    const backslashes = /^\\*/.exec(run)?.[0].length ?? 0
    const characters = run.slice(backslashes - 1)
    if (backslashes % 2 === 1 && !(JSON.parse(`"${characters}"`) as string).isWellFormed())
      throw new Problem('bad-request', `${what} contains an unpaired surrogate, ${characters}, which can’t be stored.`)
  }
}

/** Throws if a JSON text is nested too deeply, without parsing it. */
export function requireShallow(text: string, what = BODY): void {
  const deepest = LIMITS.jsonDepthMax
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 92) index++
      else if (code === 34) inString = false
      continue
    }
    if (code === 34) inString = true
    else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) depth--
    if (depth > deepest) {
      throw new Problem('bad-request', `${what} is nested deeper than ${deepest} levels.`)
    }
  }
}
