import { type SQL, sql } from 'drizzle-orm'
import { boolean, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const TAGGED_KINDS = ['Job', 'WorkData', 'ProcessingStep'] as const
export type TaggedKind = (typeof TAGGED_KINDS)[number]

/** Text sorted by code point, regardless of the database's collation, so tags with the same key are adjacent. */
const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * Length of the head of a tag, the part that indexes contain. B-tree entries are limited to 2,704 bytes, but a tag may
 * have 2,049 characters of up to 4 bytes.
 */
export const TAG_HEAD = 100

/**
 * One row for each tag of each resource. Triggers keep the rows in sync with the resource's array of tags. Lists filter
 * by this table, because its B-trees can be used under row-level security: text equality is leakproof. A GIN index on
 * the arrays cannot be used.
 */
export const tag = pgTable(
  'tag',
  {
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind', { enum: TAGGED_KINDS }).notNull(),
    tag: text('tag').notNull(),
    head: codePoints('head')
      .notNull()
      .generatedAlwaysAs((): SQL => sql.raw(`left(tag, ${TAG_HEAD})`)),
    resource: uuid('resource').notNull(),
    /**
     * When the resource was created. With this column, the index returns the resources with a tag in order of creation.
     */
    createdAt: instant('created_at').notNull(),
    /**
     * Whether the resource is hidden, and whether it is a sub-job. Lists can exclude such resources without reading
     * them.
     */
    hidden: boolean('hidden').notNull(),
    sub: boolean('sub').notNull(),
    /** Tags of public steps are visible to everyone. */
    isPublic: boolean('is_public').notNull(),
  },
  (table) => [index('tag_resource').on(table.resource, table.head)],
)

/** The owner id of the rows that list the tags of all owners. Lists for administrators read these rows. */
export const EVERY_OWNER = '00000000-0000-0000-0000-000000000000'

/**
 * The distinct tags of each owner's jobs and work data. The table of tags has one row per use, so finding the distinct
 * tags there would take one index search per tag. Triggers add a row when a tag is first used; see used-tags.ts.
 */
export const usedTag = pgTable(
  'used_tag',
  {
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind', { enum: TAGGED_KINDS }).notNull(),
    tag: codePoints('tag').notNull(),
    head: codePoints('head')
      .notNull()
      .generatedAlwaysAs((): SQL => sql.raw(`left(tag, ${TAG_HEAD})`)),
    hidden: boolean('hidden').notNull(),
    sub: boolean('sub').notNull(),
    /** Whether this row marks its tag as possibly unused. */
    maybeUnused: boolean('maybe_unused').notNull().default(false),
  },
  (table) => [
    index('used_tag_list').on(table.ownerId, table.kind, table.head),
    index('used_tag_maybe_unused').on(table.ownerId).where(sql`maybe_unused`),
  ],
)
