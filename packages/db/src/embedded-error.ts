/** Thrown if the embedded database cannot start, stop or be backed up. The message is written for the operator. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

/** Returns the code of a system error, such as `EACCES`, or undefined for any other value. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
