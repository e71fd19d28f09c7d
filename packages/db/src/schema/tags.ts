import { type SQL, sql } from 'drizzle-orm'
import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const TAGGED_KINDS = ['Job', 'WorkData', 'ProcessingStep'] as const
export type TaggedKind = (typeof TAGGED_KINDS)[number]

/** In the order of code points, whatever the database's collation: the tags of one key are neighbors. */
const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** B-tree entries hold at most 2,704 bytes, and a tag may have 2,049 characters of up to 4 bytes. */
export const TAG_HEAD = 100

/**
 * One row for each tag of each resource, kept by triggers beside the resource's own array. Lists filter by it: equality
 * of texts is leakproof, so its B-trees serve under row-level security, where a GIN index on the arrays does not.
 */
export const tag = pgTable(
  'tag',
  {
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind', { enum: TAGGED_KINDS }).notNull(),
    tag: text('tag').notNull(),
    /** The start of the tag: what the indexes hold. */
    head: codePoints('head')
      .notNull()
      .generatedAlwaysAs((): SQL => sql.raw(`left(tag, ${TAG_HEAD})`)),
    resource: uuid('resource').notNull(),
    /** When the resource was created, so that a list of one tag comes in order from the index. */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('tag_resource').on(table.resource, table.head),
    index('tag_list').on(table.ownerId, table.kind, table.head, table.createdAt, table.resource),
    index('tag_list_all').on(table.kind, table.head, table.createdAt, table.resource, table.ownerId),
  ],
)
