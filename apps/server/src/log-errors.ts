import { stdSerializers } from 'pino'

/** Matches the values, such as tokens and names, that Drizzle appends to the error message of a statement. */
const VALUES = /\nparams: [\s\S]*?(?=\n {4}at |\ncaused by: |$)/g
const BESIDE = ['params', 'query', 'parameters']

/** Formats an error for the log: what failed and where, without user data. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const written = Object.entries(stdSerializers.err(error)).filter(([name]) => !BESIDE.includes(name))
  return Object.fromEntries(
    written.map(([name, value]) => [name, typeof value === 'string' ? value.replace(VALUES, '') : value]),
  )
}
