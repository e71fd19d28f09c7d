import { PLAN_NAMES } from '@millrace/contracts/limits'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, readableName } from './columns.ts'

/*
 * The tables of better-auth, which looks up tables by the names of these constants and columns by the property names.
 * better-auth's ids are strings. Outside of the account pages, users and organizations are identified only by
 * `publicId`.
 */

const created = { createdAt: instant('created_at').notNull().defaultNow() }
const updated = { updatedAt: instant('updated_at').notNull().defaultNow() }

export const user = pgTable(
  'user',
  {
    id: text('id').primaryKey(),
    publicId: uuid('public_id').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role'),
    plan: text('plan', { enum: PLAN_NAMES }).notNull().default('free'),
    banned: boolean('banned').default(false),
    banReason: text('ban_reason'),
    banExpires: instant('ban_expires'),
    twoFactorEnabled: boolean('two_factor_enabled').default(false),
    /** Whether the user must set a new password. Each new session gets a copy of this value. */
    passwordResetRequired: boolean('password_reset_required').notNull().default(false),
    newsletter: boolean('newsletter').notNull().default(false),
    mentionMails: boolean('mention_mails').notNull().default(true),
    ...created,
    ...updated,
  },
  (table) => [
    index('user_newsletter').on(table.id).where(sql`newsletter`),
    readableName('user'),
    oneOf('user', 'plan', PLAN_NAMES),
    oneOf('user', 'role', ['user', 'admin']),
  ],
)

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: reference('user_id', () => user.id),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    impersonatedBy: text('impersonated_by'),
    activeOrganizationId: text('active_organization_id'),
    activeTeamId: text('active_team_id'),
    passwordResetRequired: boolean('password_reset_required').notNull().default(false),
    /**
     * `passkey` if the user signed in with a passkey, `session` if the session replaces another one of the user without
     * a sign-in, otherwise null. For the activity log.
     */
    signedInWith: text('signed_in_with'),
    ...created,
    ...updated,
  },
  (table) => [
    index('session_user').on(table.userId),
    index('session_expires').on(table.expiresAt),
    index('session_impersonator').on(table.impersonatedBy).where(sql`impersonated_by is not null`),
  ],
)

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: reference('user_id', () => user.id),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    ...created,
    ...updated,
  },
  (table) => [
    index('account_user').on(table.userId),
    uniqueIndex('account_provider').on(table.providerId, table.accountId),
  ],
)

/**
 * Short-lived values of the authentication library, such as reset tokens and pending sign-ins. Identifiers are stored
 * as hashes, because many contain tokens. The exception is the setup ticket (setup-ticket.store.ts).
 */
export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    ...created,
    ...updated,
  },
  (table) => [index('verification_identifier').on(table.identifier), index('verification_expires').on(table.expiresAt)],
)

export const twoFactor = pgTable(
  'two_factor',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: reference('user_id', () => user.id),
    verified: boolean('verified').default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: instant('locked_until'),
  },
  (table) => [index('two_factor_user').on(table.userId)],
)

export const passkey = pgTable(
  'passkey',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: reference('user_id', () => user.id),
    credentialID: text('credential_id').notNull().unique(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('passkey_user').on(table.userId)],
)

/**
 * Leaky buckets of rate limits, such as requests per address, attempts per account and emails per recipient. Keys are
 * hashed because they contain personal data.
 */
export const throttle = pgTable(
  'throttle',
  {
    key: text('key').primaryKey(),
    level: real('level').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('throttle_at').on(table.at)],
)

function reference(name: string, column: () => typeof user.id) {
  return text(name).notNull().references(column, { onDelete: 'cascade' })
}
