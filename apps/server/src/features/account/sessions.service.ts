import type { Database } from '@millrace/db/connect'
import type { Principal } from '#access/principal.ts'
import { lackingSecondFactor, rolesIn, withScope } from '#access/scope.ts'
import { inBatches } from '#batches.ts'
import type { Env } from '#env.ts'
import { grantsOf } from '#features/grants/grants.rules.ts'
import { findSessionById, findSessions, type SessionRow } from './sessions.store.ts'

type Rules = Pick<Env, 'ADMIN_REQUIRE_2FA'>
const LOOKUPS_MAX = 100
const NO_RULES: Rules = { ADMIN_REQUIRE_2FA: false }

/**
 * Resolves the principals of sessions. Concurrent requests share a lookup, which starts only after all of them have
 * arrived. So a request that arrives after a session has ended is always refused.
 */
export function principalsOfSessions(db: Database, rules: Rules = NO_RULES) {
  const find = inBatches(LOOKUPS_MAX, (tokens: string[]) => findSessions(db, tokens))
  return {
    /** Resolves a session token, which must come from a cookie whose signature was checked. */
    async byToken(token: string): Promise<Principal | undefined> {
      const row = await find(token)
      return row && principalOf(row, rules)
    },

    async byId(id: string): Promise<Principal | undefined> {
      const row = await findSessionById(db, id)
      return row && principalOf(row, rules)
    },
  }
}

function principalOf(row: SessionRow, { ADMIN_REQUIRE_2FA }: Rules): Principal {
  const organization = row.organizationPublicId
  const lacking = lackingSecondFactor({ ...row, requiredOfAdministrators: ADMIN_REQUIRE_2FA })
  const role = lacking === 'administration' ? null : row.role
  const ownerKind = organization === null ? 'user' : 'organization'
  return {
    mustChangePassword: row.mustChangePassword,
    until: row.expiresAt,
    sessionAge: row.age,
    lacksSecondFactorFor: lacking,
    actor: withScope(
      {
        kind: 'session',
        sessionId: row.id,
        userId: row.userId,
        userPublicId: row.userPublicId,
        ownerId: organization ?? row.userPublicId,
        ownerKind,
        organizations: row.organizations,
        name: row.name,
        isAdmin: role === 'admin' && row.impersonatedBy === null,
        grants: grantsOf({ plan: row.organizationPlan ?? row.plan, role, grants: row.grants }),
        ...(row.impersonatedBy !== null && { impersonatedBy: row.impersonatedBy }),
        ...(row.impersonatorPublicId && {
          impersonator: { publicId: row.impersonatorPublicId, name: row.impersonatorName ?? '' },
        }),
      },
      rolesIn(ownerKind, row.organizationRole),
    ),
  }
}
