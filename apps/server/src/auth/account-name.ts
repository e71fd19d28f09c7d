import { LIMITS } from '@millrace/contracts/limits'
import { HIDDEN_REFUSED, hasHidden } from '@millrace/contracts/names'
import { z } from 'zod'

/** The name of a user, whoever gives it. */
export const AccountName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.accountNameMax)
  .refine((name) => !hasHidden(name), `The name ${HIDDEN_REFUSED}`)
