import { LIMITS } from '@millrace/contracts/limits'
import { LAST_ADMINISTRATOR, LAST_OWNER } from '@millrace/db/required-roles'

const UNIQUE_VIOLATION = '23505'

const NAME = {
  code: 'NAME_NOT_ALLOWED',
  message: `Enter a name of 1 to ${LIMITS.accountNameMax} characters, without control or invisible characters.`,
}

/** The account API's messages for database errors, by error code or constraint. */
const REFUSALS: Record<string, { code: string; message: string }> = {
  [LAST_OWNER]: { code: 'LAST_OWNER', message: 'An organization needs an owner. Make another member an owner first.' },
  [LAST_ADMINISTRATOR]: {
    code: 'LAST_ADMINISTRATOR',
    message: 'This is the only administrator. Make another user an administrator first.',
  },
  organization_slug: {
    code: 'SLUG_NOT_ALLOWED',
    message: `The short name must consist of lowercase letters and digits, separated by single hyphens, with at most ${LIMITS.organizationSlugMax} characters.`,
  },
  organization_name: NAME,
  team_name: NAME,
  organization_role_role: NAME,
}

/** Whether the error is a unique violation, for example because two requests create the same row at the same time. */
export function isDuplicate(error: unknown): boolean {
  return reasonsOf(error).includes(UNIQUE_VIOLATION)
}

/** Returns the code and message for a database error that is listed above. Undefined for other errors. */
export function refusalOf(error: unknown): { code: string; message: string } | undefined {
  const reason = reasonsOf(error).find((one) => Object.hasOwn(REFUSALS, one))
  return reason === undefined ? undefined : REFUSALS[reason]
}

/** Returns the codes and constraints of an error and of its causes, because libraries wrap database errors. */
function reasonsOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown }
  return [code, constraint].filter((reason) => typeof reason === 'string').concat(reasonsOf(cause))
}
