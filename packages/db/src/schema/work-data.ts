import { WORK_DATA_KINDS } from '@millrace/contracts/work-data'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, owned } from './columns.ts'

export const workData = pgTable(
  'work_data',
  {
    ...owned,
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    /** The type the client declared; `mediaType` is the detected one. */
    declaredMediaType: text('declared_media_type'),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    kind: text('kind', { enum: WORK_DATA_KINDS }).notNull(),
    deletable: boolean('deletable').notNull().default(false),
    comments: text('comments'),
    producedByJob: uuid('produced_by_job'),
    producedByStep: uuid('produced_by_step'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('work_data_sha256').on(table.sha256, table.ownerId),
    index('work_data_job').on(table.producedByJob),
  ],
)

export type WorkDataRow = typeof workData.$inferSelect
export type NewWorkData = typeof workData.$inferInsert
