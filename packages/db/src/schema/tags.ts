import { type SQL, sql } from 'drizzle-orm'
import { boolean, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const TAGGED_KINDS = ['Job', 'WorkData', 'ProcessingStep'] as const
export type TaggedKind = (typeof TAGGED_KINDS)[number]

/** Text sorted by code point, whatever the database's collation, so that tags with the same key are adjacent. */
const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * Indexes hold only the start of a tag, because B-tree entries are limited to 2,704 bytes, and a tag may have 2,049
 * characters of up to 4 bytes.
 */
export const TAG_HEAD = 100

/**
 * One row for each tag of each resource. Triggers keep the table in sync with the resource's array of tags. Lists
 * filter by this table: text equality is leakproof, so its B-trees can be used under row-level security, while a GIN
 * index on the arrays cannot.
 */
export const tag = pgTable(
  'tag',
  {
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind', { enum: TAGGED_KINDS }).notNull(),
    tag: text('tag').notNull(),
    /** The start of the tag, as stored in the indexes. */
    head: codePoints('head')
      .notNull()
      .generatedAlwaysAs((): SQL => sql.raw(`left(tag, ${TAG_HEAD})`)),
    resource: uuid('resource').notNull(),
    /** When the resource was created, so that the index returns the resources with one tag in order. */
    createdAt: instant('created_at').notNull(),
    /** Whether the resource is hidden, and whether it is a sub-job: lists exclude these without reading the resource. */
    hidden: boolean('hidden').notNull(),
    sub: boolean('sub').notNull(),
    /** Tags of public steps are visible to everyone. */
    isPublic: boolean('is_public').notNull(),
  },
  (table) => [index('tag_resource').on(table.resource, table.head)],
)

/** The owner of rows for the tags that any owner uses, which administrators' lists read. */
export const EVERY_OWNER = '00000000-0000-0000-0000-000000000000'

/**
 * The distinct tags of each owner's jobs and work data. The table of tags has as many rows as there are uses, and finding
 * its distinct tags takes one index search per tag. Triggers add a row for the first use of a tag; see used-tags.ts.
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
    /** This row marks a tag that may have lost its last use. */
    maybeUnused: boolean('maybe_unused').notNull().default(false),
  },
  (table) => [
    index('used_tag_list').on(table.ownerId, table.kind, table.head),
    index('used_tag_maybe_unused').on(table.ownerId).where(sql`maybe_unused`),
  ],
)
