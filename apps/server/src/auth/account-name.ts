import { LIMITS } from '@millrace/contracts/limits'
import { hasInvisible, INVISIBLE_REFUSED } from '@millrace/contracts/names'
import { z } from 'zod'

/** The name of a user, regardless of who sets it. */
export const AccountName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.accountNameMax)
  .refine((name) => !hasInvisible(name), `The name ${INVISIBLE_REFUSED}`)
