import { LIMITS, ORGANIZATION_SLUG, PLAN_NAMES } from '@millrace/contracts/limits'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { user } from './auth.ts'
import { instant, oneOf, readableName } from './columns.ts'

/* The tables of better-auth's organization plugin; see auth.ts. */

const created = { createdAt: instant('created_at').notNull().defaultNow() }

export const organization = pgTable(
  'organization',
  {
    id: text('id').primaryKey(),
    publicId: uuid('public_id').notNull().unique(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    logo: text('logo'),
    metadata: text('metadata'),
    plan: text('plan', { enum: PLAN_NAMES }).notNull().default('free'),
    requireTwoFactor: boolean('require_two_factor').notNull().default(false),
    ...created,
  },
  () => [
    readableName('organization'),
    oneOf('organization', 'plan', PLAN_NAMES),
    check(
      'organization_slug',
      sql.raw(`slug ~ '${ORGANIZATION_SLUG.source}' and char_length(slug) <= ${LIMITS.organizationSlugMax}`),
    ),
  ],
)

export const member = pgTable(
  'member',
  {
    id: text('id').primaryKey(),
    organizationId: ofOrganization(),
    userId: ofUser('user_id'),
    role: text('role').notNull().default('member'),
    ...created,
  },
  (table) => [
    uniqueIndex('member_organization_user').on(table.organizationId, table.userId),
    index('member_user').on(table.userId),
  ],
)

export const invitation = pgTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    organizationId: ofOrganization(),
    email: text('email').notNull(),
    role: text('role'),
    teamId: text('team_id'),
    status: text('status').notNull().default('pending'),
    expiresAt: instant('expires_at').notNull(),
    inviterId: ofUser('inviter_id'),
    ...created,
  },
  (table) => [
    oneOf('invitation', 'status', ['pending', 'accepted', 'rejected', 'canceled']),
    index('invitation_organization').on(table.organizationId, table.status),
    index('invitation_email').on(table.email, table.status),
  ],
)

export const team = pgTable(
  'team',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    memberCount: integer('member_count').notNull().default(0),
    organizationId: ofOrganization(),
    updatedAt: instant('updated_at'),
    ...created,
  },
  (table) => [readableName('team'), index('team_organization').on(table.organizationId)],
)

export const teamMember = pgTable(
  'team_member',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => team.id, { onDelete: 'cascade' }),
    userId: ofUser('user_id'),
    membershipKey: text('membership_key').unique(),
    createdAt: instant('created_at').defaultNow(),
  },
  (table) => [index('team_member_team').on(table.teamId), index('team_member_user').on(table.userId)],
)

export const organizationRole = pgTable(
  'organization_role',
  {
    id: text('id').primaryKey(),
    organizationId: ofOrganization(),
    role: text('role').notNull(),
    permission: text('permission').notNull(),
    updatedAt: instant('updated_at'),
    ...created,
  },
  (table) => [
    readableName('organization_role', 'role'),
    uniqueIndex('organization_role_name').on(table.organizationId, table.role),
  ],
)

function ofOrganization() {
  return text('organization_id')
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' })
}

function ofUser(name: string) {
  return text(name)
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })
}
