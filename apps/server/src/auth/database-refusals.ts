import { LAST_ADMINISTRATOR, LAST_OWNER } from '@millrace/db/last-ones'

const DUPLICATE = '23505'

/** What the database refuses by its own rules where two come at the same time, in the words of the account API. */
const WORDS: Record<string, { code: string; message: string }> = {
  [LAST_OWNER]: { code: 'LAST_OWNER', message: 'An organization needs an owner. Make somebody else owner first.' },
  [LAST_ADMINISTRATOR]: {
    code: 'LAST_ADMINISTRATOR',
    message: 'This is the only administrator. Make somebody else administrator first.',
  },
}

/** Whether an error says that a row exists already: of two who make the same thing at once, the second meets this. */
export function isDuplicate(error: unknown): boolean {
  return codesOf(error).includes(DUPLICATE)
}

/** A refusal of the database in words, if the error is one. */
export function refusalOf(error: unknown): { code: string; message: string } | undefined {
  const code = codesOf(error).find((one) => one in WORDS)
  return code === undefined ? undefined : WORDS[code]
}

/** Libraries wrap what the database said. */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(cause)]
}
