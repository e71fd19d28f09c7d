/** The embedded database cannot start or stop. The message is one sentence or two for a person: what, and what to do. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

/** The code of a system error (`EACCES`), or nothing for any other value. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
