import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { user } from './auth.ts'
import { instant } from './columns.ts'
import { job } from './jobs.ts'
import { workData } from './work-data.ts'

/**
 * Users' requests for access to a job or work data. A row is deleted when the owner decides, when the request expires,
 * and when the resource or the account of the requesting user is deleted.
 */
export const accessRequest = pgTable(
  'access_request',
  {
    id: uuid('id').primaryKey(),
    /** The owner of the resource. */
    ownerId: uuid('owner_id').notNull(),
    jobId: uuid('job_id').references(() => job.id, { onDelete: 'cascade' }),
    workDataId: uuid('work_data_id').references(() => workData.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check('access_request_resource', sql`num_nonnulls(job_id, work_data_id) = 1`),
    uniqueIndex('access_request_job').on(table.jobId, table.userId).where(sql`job_id is not null`),
    uniqueIndex('access_request_work_data').on(table.workDataId, table.userId).where(sql`work_data_id is not null`),
    index('access_request_owner').on(table.ownerId, table.createdAt),
    index('access_request_user').on(table.userId),
    index('access_request_expires').on(table.expiresAt),
  ],
)
