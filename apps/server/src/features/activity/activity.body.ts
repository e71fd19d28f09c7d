import { ACTIVITY_ACTIONS, ACTIVITY_PAGE, ACTIVITY_RESOURCES, ACTIVITY_SORTS } from '@millrace/contracts/activity'
import { z } from 'zod'

const Conditions = z.object({
  action: z.enum(ACTIVITY_ACTIONS).optional(),
  resourceType: z.enum(ACTIVITY_RESOURCES).optional(),
})

export const AccountActivityQuery = Conditions.extend({
  offset: z.coerce.number().int().min(0).max(ACTIVITY_PAGE.offsetMax).default(0),
  limit: z.coerce.number().int().min(1).max(ACTIVITY_PAGE.max).default(ACTIVITY_PAGE.default),
  sortBy: z.enum(ACTIVITY_SORTS).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('desc'),
})

const Id = z.string().min(1).max(100).optional()

/** The filters that administrators may use. */
export const ActivityConditions = Conditions.extend({
  organizationId: Id,
  userId: Id,
  search: z.string().trim().max(200).optional(),
})

export const ACTIVITY_FORMATS = ['csv', 'jsonl'] as const
export const ActivityExportQuery = ActivityConditions.extend({ format: z.enum(ACTIVITY_FORMATS).default('csv') })
