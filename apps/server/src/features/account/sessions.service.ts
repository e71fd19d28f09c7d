import type { Database } from '@millrace/db/connect'
import type { Principal } from '#access/principal.ts'
import { lackingSecondFactor, rolesIn, withScope } from '#access/scope.ts'
import type { Env } from '#env.ts'
import { grantsOf } from '#features/grants/grants.rules.ts'
import { findSession, findSessionById, type SessionRow } from './sessions.store.ts'

type Rules = Pick<Env, 'ADMIN_REQUIRE_2FA'>
const NO_RULES: Rules = { ADMIN_REQUIRE_2FA: false }

/** The principal of a session. The token must come from a cookie whose signature was checked. */
export async function principalOfSession(
  db: Database,
  token: string,
  rules: Rules = NO_RULES,
): Promise<Principal | undefined> {
  const row = await findSession(db, token)
  return row && principalOf(row, rules)
}

export async function principalOfSessionId(
  db: Database,
  id: string,
  rules: Rules = NO_RULES,
): Promise<Principal | undefined> {
  const row = await findSessionById(db, id)
  return row && principalOf(row, rules)
}

function principalOf(row: SessionRow, { ADMIN_REQUIRE_2FA }: Rules): Principal {
  const organization = row.organizationPublicId
  const lacking = lackingSecondFactor({ ...row, requiredOfAdministrators: ADMIN_REQUIRE_2FA })
  const role = lacking === 'administration' ? null : row.role
  const ownerKind = organization === null ? 'user' : 'organization'
  return {
    mustChangePassword: row.mustChangePassword,
    until: row.expiresAt,
    isFresh: row.isFresh,
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
