import { ACTIVITY_ACTIONS, ACTIVITY_RESOURCES, type ActivityEntry } from '@millrace/contracts/activity'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf } from './columns.ts'

/**
 * The activity log: changes of accounts, organizations, sessions and invitations, and events such as refused sign-ins.
 * Triggers record a change in the same transaction (see activity-log.ts). The table is append-only and has no foreign
 * keys, so entries outlive the rows that they describe.
 */
export const activity = pgTable(
  'activity',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    /** better-auth's id of the user who acted. Null if the server acted, or if no user was signed in. */
    userId: text('user_id'),
    impersonatorId: text('impersonator_id'),
    subjectId: text('subject_id'),
    organizationId: text('organization_id'),
    action: text('action', { enum: ACTIVITY_ACTIONS }).notNull(),
    resourceType: text('resource_type', { enum: ACTIVITY_RESOURCES }).notNull(),
    resourceId: text('resource_id').notNull(),
    metadata: jsonb('metadata').$type<ActivityEntry['metadata']>().notNull(),
  },
  (table) => [
    oneOf('activity', 'action', ACTIVITY_ACTIONS),
    oneOf('activity', 'resource_type', ACTIVITY_RESOURCES),
    index('activity_at').on(table.at, table.id),
    // The last columns are part of these indexes so that sorted lists read only the index.
    index('activity_user').on(table.userId, table.at, table.id, table.action, table.resourceType),
    index('activity_subject').on(table.subjectId, table.at, table.id, table.action, table.resourceType, table.userId),
    index('activity_organization').on(table.organizationId, table.at, table.id, table.action, table.resourceType),
    index('activity_action').on(table.action, table.at, table.id),
    index('activity_type').on(table.resourceType, table.at, table.id),
  ],
)
