import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Who owns jobs, steps and work data: a user, an organization or the system. The id is its public id. */
export const owner = pgTable('owner', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['user', 'organization', 'system'] }).notNull(),
  name: text('name').notNull(),
  plan: text('plan', { enum: ['free', 'enterprise'] })
    .notNull()
    .default('free'),
  /** Total size of its distinct contents, kept up to date by the transactions that add and remove work data. */
  usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** A right given to a user or an organization by an administrator. */
export const accountGrant = pgTable(
  'account_grant',
  {
    id: uuid('id').primaryKey(),
    subjectId: uuid('subject_id').notNull(),
    grantId: text('grant_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
  },
  (table) => [uniqueIndex('account_grant_subject').on(table.subjectId, table.grantId)],
)

/** API keys. The text is shown once; the SHA-256 of it is what the server knows. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    /** better-auth's id of the user it acts as; null for the system's own worker. */
    userId: text('user_id'),
    scope: text('scope', { enum: ['user', 'worker'] })
      .notNull()
      .default('user'),
    note: text('note').notNull().default(''),
    hash: text('hash').notNull(),
    last4: text('last4').notNull(),
    active: boolean('active').notNull().default(true),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('api_key_hash').on(table.hash), index('api_key_user').on(table.userId)],
)
