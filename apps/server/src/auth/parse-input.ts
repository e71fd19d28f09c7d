import { faultMessage } from '@millrace/contracts/fault-message'
import { APIError } from 'better-auth/api'
import type { z } from 'zod'

/** Validates input and returns the parsed value. Throws errors in the same form as better-auth: `[data.plan] …`. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, prefix: string[] = []): z.output<S> {
  const read = schema.safeParse(value, { error: faultMessage })
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => `[${[...prefix, ...path].join('.')}] ${message}`)
  throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: faults.join(' ') })
}
