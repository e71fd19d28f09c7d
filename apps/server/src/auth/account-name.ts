import { LIMITS } from '@millrace/contracts/limits'
import { hasInvisible, INVISIBLE_REFUSED } from '@millrace/contracts/names'
import { z } from 'zod'

export const AccountName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.accountNameMax)
  .refine((name) => !hasInvisible(name), `The name ${INVISIBLE_REFUSED}`)
