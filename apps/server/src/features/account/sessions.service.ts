import type { Database } from '@millrace/db/connect'
import type { Principal } from '#access/principal.ts'
import { rolesIn, withScope } from '#access/scope.ts'
import { grantsOf } from '#features/grants/grants.rules.ts'
import { findSession, findSessionById, type SessionRow } from './sessions.store.ts'

/** The principal of a session. The token must come from a cookie whose signature was checked. */
export async function principalOfSession(db: Database, token: string): Promise<Principal | undefined> {
  const row = await findSession(db, token)
  return row && principalOf(row)
}

export async function principalOfSessionId(db: Database, id: string): Promise<Principal | undefined> {
  const row = await findSessionById(db, id)
  return row && principalOf(row)
}

function principalOf(row: SessionRow): Principal {
  const organization = row.organizationPublicId
  const ownerKind = organization === null ? 'user' : 'organization'
  return {
    mustChangePassword: row.mustChangePassword,
    until: row.expiresAt,
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
        isAdmin: row.role === 'admin' && row.impersonatedBy === null,
        grants: grantsOf({ plan: row.organizationPlan ?? row.plan, role: row.role, grants: row.grants }),
        ...(row.impersonatedBy !== null && { impersonatedBy: row.impersonatedBy }),
        ...(row.impersonatorPublicId && {
          impersonator: { publicId: row.impersonatorPublicId, name: row.impersonatorName ?? '' },
        }),
      },
      rolesIn(ownerKind, row.organizationRole),
    ),
  }
}
