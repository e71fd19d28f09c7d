import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { job } from './jobs.ts'
import { workData } from './work-data.ts'

/**
 * Comments on jobs and work data. A comment is deleted together with the resource. Authors are stored as public ids, so
 * the name is lost when the account is deleted.
 */
export const comment = pgTable(
  'comment',
  {
    id: uuid('id').primaryKey(),
    /** The owner of the resource. */
    ownerId: uuid('owner_id').notNull(),
    jobId: uuid('job_id').references(() => job.id, { onDelete: 'cascade' }),
    workDataId: uuid('work_data_id').references(() => workData.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').notNull(),
    text: text('text').notNull(),
    mentions: uuid('mentions').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
  },
  (table) => [
    check('comment_resource', sql`num_nonnulls(job_id, work_data_id) = 1`),
    index('comment_job').on(table.jobId, table.id).where(sql`job_id is not null`),
    index('comment_author').on(table.authorId, table.createdAt, table.id),
    index('comment_work_data').on(table.workDataId, table.id).where(sql`work_data_id is not null`),
  ],
)

export type CommentRow = typeof comment.$inferSelect
