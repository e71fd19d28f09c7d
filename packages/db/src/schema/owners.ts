import { KEY_ACCESS } from '@millrace/contracts/api-keys'
import { PLAN_NAMES } from '@millrace/contracts/limits'
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf } from './columns.ts'

const OWNER_KINDS = ['user', 'organization', 'system'] as const
const KEY_SCOPES = ['user', 'worker'] as const

/** The owner of jobs, steps and work data: a user, an organization or the system. The id is the owner's public id. */
export const owner = pgTable(
  'owner',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: OWNER_KINDS }).notNull(),
    name: text('name').notNull(),
    plan: text('plan', { enum: PLAN_NAMES }).notNull().default('free'),
    /**
     * Total size of the owner's distinct contents, logs, and large results, parameters and tags. Updated by
     * transactions that change work data, and by triggers (counted-texts.ts).
     */
    usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  () => [oneOf('owner', 'kind', OWNER_KINDS), oneOf('owner', 'plan', PLAN_NAMES)],
)

/** Storage reserved for a request while its content arrives. The reservation expires if a crash ends the request. */
export const storageReservation = pgTable(
  'storage_reservation',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('storage_reservation_owner').on(table.ownerId)],
)

/** A right that an administrator granted to a user or an organization. */
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

/** API keys. Only the SHA-256 hash of a key is stored. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    /** better-auth's id of the user that the key authenticates. Null for the built-in worker. */
    userId: text('user_id'),
    scope: text('scope', { enum: KEY_SCOPES }).notNull().default('user'),
    access: text('access', { enum: KEY_ACCESS }).notNull().default('manage'),
    /** Empty if the key may run all steps. */
    steps: text('steps').array().notNull().default([]),
    note: text('note').notNull().default(''),
    hash: text('hash').notNull(),
    last4: text('last4').notNull(),
    active: boolean('active').notNull().default(true),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedFrom: text('last_used_from'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    oneOf('api_key', 'scope', KEY_SCOPES),
    oneOf('api_key', 'access', KEY_ACCESS),
    uniqueIndex('api_key_hash').on(table.hash),
    index('api_key_user').on(table.userId),
  ],
)
