import { stdSerializers } from 'pino'

/** Drizzle names all values of a failed statement, in its message and beside it: hashes of passwords, tokens, names. */
const VALUES = /\nparams: [\s\S]*?(?=\n {4}at |\ncaused by: |$)/g
const BESIDE = ['params', 'query', 'parameters']

/** An error as it goes into the log: what failed and where, without the values that people and programs sent. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const written = Object.entries(stdSerializers.err(error)).filter(([name]) => !BESIDE.includes(name))
  return Object.fromEntries(
    written.map(([name, value]) => [name, typeof value === 'string' ? value.replace(VALUES, '') : value]),
  )
}
