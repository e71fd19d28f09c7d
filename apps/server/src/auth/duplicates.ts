/** Whether an error says that a row exists already: of two who make the same thing at once, the second meets this. */
export function isDuplicate(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === '23505' || (cause !== undefined && isDuplicate(cause))
}
