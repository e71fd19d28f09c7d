import { LIMITS } from '@millrace/contracts/limits'
import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'
import { parseUserOutput } from 'better-auth/db'
import { z } from 'zod'
import { on } from './hooks.ts'
import { parseInput } from './parse-input.ts'
import { listUsers } from './user-list.store.ts'

const Text = z.string().max(LIMITS.accountNameMax)
const FLAGS = ['emailVerified', 'banned']

/** The query parameters of the list of users. better-auth says `ne` instead of `neq`, and has no `nameOrEmail`. */
const UserList = z.object({
  searchField: z.enum(['name', 'email', 'nameOrEmail']).default('email'),
  searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).default('contains'),
  searchValue: Text.optional(),
  sortBy: z.enum(['name', 'role', 'plan', 'createdAt', 'email']).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  filterField: z.enum(['role', 'plan', 'emailVerified', 'banned', 'name', 'email', 'id']).default('email'),
  filterOperator: z.enum(['eq', 'ne', 'neq']).default('eq'),
  filterValue: Text.optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(50)
    .transform((limit) => Math.min(limit, LIMITS.pageSizeMax)),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0),
})
const FlagFilter = z.looseObject({ filterValue: z.enum(['true', 'false']) })

/**
 * GET /admin/list-users. Replaces the library's own list, which is case-sensitive, sorts names by code points, and can
 * repeat or omit users with equal values across pages. The library refuses users who aren't administrators.
 */
export function userList(db: Pick<Database, 'orm' | 'pool'>) {
  return {
    id: 'user-list',
    hooks: {
      before: [
        on('/admin/list-users', async (ctx) => {
          if ((await getSessionFromCtx(ctx))?.user.role !== 'admin') return undefined
          const { limit, offset, ...query } = parseInput(UserList, ctx.query ?? {})
          const { users, total } = await listUsers(db, { ...conditions(query), limit, offset })
          return ctx.json({
            users: users.map(({ account, facts }) => ({
              ...parseUserOutput(ctx.context.options, account),
              ...facts,
            })),
            total,
            limit,
            offset,
          })
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

function conditions({
  searchValue,
  filterField,
  filterValue,
  ...query
}: Omit<z.output<typeof UserList>, 'limit' | 'offset'>) {
  if (filterValue !== undefined && FLAGS.includes(filterField)) parseInput(FlagFilter, { filterValue })
  const isEqual = query.filterOperator === 'eq'
  return {
    search: searchValue ? { field: query.searchField, operator: query.searchOperator, value: searchValue } : undefined,
    filter: filterValue === undefined ? undefined : { field: filterField, isEqual, value: filterValue },
    sortBy: query.sortBy,
    sortDirection: query.sortDirection,
  }
}
