import { faultMessage } from '@millrace/contracts/fault-message'
import type { Fault } from '@millrace/contracts/problems'
import { pointerOf } from '@millrace/parameters/pointer'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import { invalid, Problem } from '#problem.ts'
import { readJson } from './json-body.ts'

/** Validates a value against a schema. Throws one Problem with up to 50 faults and their positions. */
export function valid<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value, { error: faultMessage })
  if (read.success) return read.data
  throw invalid(faultsOf(read.error))
}

function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.slice(0, 50).map((issue) => ({
    pointer: pointerOf(issue.path.map(String)),
    message: issue.message,
  }))
}

/** Reads the parameters of an action: the object itself, or wrapped in an array as `[{"TypeName": {…}}]`. */
export async function actionParameters<S extends z.ZodType>(
  c: Context<AppEnv>,
  name: string,
  schema: S,
): Promise<z.output<S>> {
  return valid(schema, unwrapped(await readJson(c), name))
}

/** Unwraps a parameter object that was sent as `[{"TypeName": {…}}]`. Throws a Problem for any other array. */
export function unwrapped(body: unknown, name: string): unknown {
  if (!Array.isArray(body)) return body
  const [only] = body as unknown[]
  if (
    body.length === 1 &&
    only !== null &&
    typeof only === 'object' &&
    Object.keys(only).length === 1 &&
    Object.hasOwn(only, name)
  ) {
    return (only as Record<string, unknown>)[name]
  }
  throw new Problem(
    'invalid-parameters',
    `Expected an array with exactly one object that has exactly one property, ${name}.`,
  )
}

const Id = z.uuid()

/** Returns the id in a path. Any other value is treated like a missing resource. */
export function pathId(c: Context<AppEnv>, name = 'id'): string {
  const read = Id.safeParse(c.req.param(name)?.toLowerCase())
  if (read.success) return read.data
  throw new Problem('not-found', 'It doesn’t exist, or it belongs to another owner.')
}
