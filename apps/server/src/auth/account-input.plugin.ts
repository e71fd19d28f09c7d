import { LIMITS, PLAN_NAMES } from '@millrace/contracts/limits'
import { Instant } from '@millrace/contracts/queries'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { type HookContext, on } from './hooks.ts'
import { parseInput } from './parse-input.ts'
import { rolesNamed } from './role-permissions.rules.ts'
import { PictureUrl } from './user-hooks.ts'

type Body = Record<string, unknown>

const BAN_SECONDS_MAX = 100 * 365 * 86_400
const Reason = z.string().max(1000)

/** The fields that an administrator may set. better-auth would write any column. account-guards checks `role`. */
const NewAccount = z
  .strictObject({
    image: PictureUrl.nullable(),
    plan: z.enum(PLAN_NAMES),
    role: z.unknown(),
    banned: z.boolean(),
    banReason: Reason.nullable(),
    banExpires: Instant.transform((text) => new Date(text)).nullable(),
  })
  .partial()

/** `email` and `emailVerified` are passed on to the library, which replies that administrators cannot change them. */
const AccountChange = NewAccount.extend({
  name: z.string().optional(),
  email: z.unknown().optional(),
  emailVerified: z.unknown().optional(),
})

const Ban = z.looseObject({
  banReason: Reason.optional(),
  banExpiresIn: z.number().int().min(1).max(BAN_SECONDS_MAX).optional(),
})

/** Email addresses, for which better-auth checks only the form. */
const Address = z.string().max(LIMITS.emailMax)
const Invitation = z.looseObject({ email: Address })
const AddressChange = z.looseObject({ newEmail: Address })

/** Fields of an organization that neither better-auth nor a constraint of the database checks. */
const OrganizationFields = z.looseObject({
  logo: PictureUrl.nullish(),
  requireTwoFactor: z.boolean().optional(),
})

/** A number in a query. Anything else becomes 0, for which better-auth uses its default. */
const Count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0)

const Members = z.looseObject({ membersLimit: Count.optional() })

const MEMBER_FIELDS = ['id', 'userId', 'organizationId', 'role'] as const
const MemberList = z.looseObject({
  limit: Count.optional(),
  offset: Count.optional(),
  sortBy: z.enum([...MEMBER_FIELDS, 'createdAt']).optional(),
  filterField: z.enum(MEMBER_FIELDS).optional(),
})
const OneValue = z.looseObject({ filterValue: z.string().optional() })
const AnyOfValues = z.looseObject({
  filterValue: z.preprocess((value) => [value].flat(), z.array(z.string())),
})

/** Validates input that better-auth would pass to the database unchecked. */
export function accountInput() {
  return {
    id: 'account-input',
    hooks: {
      before: [
        forAdministrators('/admin/create-user', (ctx) => withData(ctx, NewAccount)),
        forAdministrators('/admin/update-user', (ctx) => withData(ctx, AccountChange)),
        forAdministrators('/admin/ban-user', (ctx) => void parseInput(Ban, ctx.body)),
        forMembers('/organization/create-role', ({ role }) => requireRoleName(role)),
        forMembers('/organization/update-role', ({ data }) => requireRoleName((data as Body | null)?.roleName)),
        forMembers('/organization/create', (body) => void parseInput(OrganizationFields, body)),
        forMembers('/organization/invite-member', (body) => void parseInput(Invitation, body)),
        on('/change-email', async (ctx) => void parseInput(AddressChange, ctx.body ?? {})),
        forMembers('/organization/update', ({ data }) => requireChange(data)),
        on('/organization/list-members', (ctx) => withQuery(ctx, memberList)),
        on('/organization/get-full-organization', (ctx) => withQuery(ctx, (query) => parseInput(Members, query))),
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Runs the check only for administrators. better-auth refuses other users, who must not learn about the fields. */
function forAdministrators(path: string, check: (ctx: HookContext) => unknown) {
  return on(path, async (ctx) => {
    if ((await getSessionFromCtx(ctx))?.user.role === 'admin') return check(ctx)
  })
}

function forMembers(path: string, check: (body: Body) => void) {
  return on(path, async (ctx) => check(ctx.body ?? {}))
}

const ROLE_NAME = '[role] A role’s name can’t contain commas, or start or end with a space.'

/** Refuses names that would change when stored: the library joins a member's roles with commas, and trims them. */
function requireRoleName(name: unknown): void {
  if (typeof name !== 'string' || name === '' || rolesNamed(name)[0] === name) return
  throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: ROLE_NAME })
}

function withData(ctx: HookContext, schema: z.ZodType) {
  if (ctx.body?.data === undefined) return undefined
  return { context: { body: { ...ctx.body, data: parseInput(schema, ctx.body.data, ['data']) } } }
}

async function withQuery({ query }: HookContext, parse: (query: object) => object) {
  return { context: { query: parse(query ?? {}) } }
}

/** `in` and `not_in` compare with a list, and the other operators with one value. */
function memberList(query: object): object {
  const list = parseInput(MemberList, query)
  const isAnyOf = list.filterOperator === 'in' || list.filterOperator === 'not_in'
  return parseInput(isAnyOf ? AnyOfValues : OneValue, list)
}

const ORGANIZATION_FIELDS = ['name', 'slug', 'logo', 'metadata', 'requireTwoFactor']

function requireChange(data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  parseInput(OrganizationFields, data, ['data'])
  if (ORGANIZATION_FIELDS.some((field) => Object.hasOwn(data, field))) return
  const message = `[data] Nothing to update. Send at least one of ${ORGANIZATION_FIELDS.join(', ')}.`
  throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message })
}
