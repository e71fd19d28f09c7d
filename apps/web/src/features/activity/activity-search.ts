import { ACTIVITY_RESOURCES } from '@millrace/contracts/activity'
import * as z from 'zod/mini'

/** The filter of the activity page, which is its URL. A kind that does not exist is ignored. */
export const ActivitySearch = z.object({ resourceType: z.catch(z.optional(z.enum(ACTIVITY_RESOURCES)), undefined) })
export type ActivitySearch = z.output<typeof ActivitySearch>
