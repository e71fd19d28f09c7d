import { ACTIVITY_ACTIONS, ACTIVITY_RESOURCES } from '@millrace/contracts/activity'
import * as z from 'zod/mini'
import { searchText } from '#lib/list-search.ts'

/** The filters of the activity log, which are its URL. Values that make no sense are left out. */
export const ActivitySearch = z.object({
  action: z.catch(z.optional(z.enum(ACTIVITY_ACTIONS)), undefined),
  resourceType: z.catch(z.optional(z.enum(ACTIVITY_RESOURCES)), undefined),
  organizationId: searchText(100),
  userId: searchText(100),
})
export type ActivitySearch = z.output<typeof ActivitySearch>
