/** Thrown if the embedded database cannot start or stop. The message says what happened and what to do. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

/** Returns the code of a system error, such as `EACCES`, or undefined for any other value. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
