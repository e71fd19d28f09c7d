import { WORK_DATA_KINDS } from '@millrace/contracts/work-data'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, owned } from './columns.ts'

export const workData = pgTable(
  'work_data',
  {
    ...owned,
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    /** The type that the client declared. `mediaType` is the type that was detected. */
    declaredMediaType: text('declared_media_type'),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    kind: text('kind', { enum: WORK_DATA_KINDS }).notNull(),
    deletable: boolean('deletable').notNull().default(false),
    comments: text('comments'),
    producedByJob: uuid('produced_by_job'),
    producedByStep: uuid('produced_by_step'),
    /** The id of the first version, which all versions of a file share. Null if the file never had a second version. */
    series: uuid('series'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('work_data_sha256').on(table.sha256, table.ownerId),
    index('work_data_job').on(table.producedByJob),
    uniqueIndex('work_data_version').on(table.series, table.version).where(sql`series is not null`),
  ],
)

export type WorkDataRow = typeof workData.$inferSelect
export type NewWorkData = typeof workData.$inferInsert
