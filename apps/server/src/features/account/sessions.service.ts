import type { Database } from '@millrace/db/connect'
import type { Principal } from '#access/principal.ts'
import { withScope } from '#access/scope.ts'
import { grantsOf } from '#features/grants/grants.rules.ts'
import { sessionToken } from '#http/session-cookie.ts'
import { findSession, type SessionRow } from './sessions.store.ts'

/** Recognises who is signed in by the cookie: the signature first, then the row. */
export function sessionReader(db: Database, cookie: { name: string; secret: string }) {
  return async (cookies: string | undefined): Promise<Principal | undefined> => {
    const token = sessionToken(cookies, cookie.name, cookie.secret)
    const row = token === undefined ? undefined : await findSession(db, token)
    return row && principalOf(row)
  }
}

function principalOf(row: SessionRow): Principal {
  const organization = row.organizationPublicId
  return {
    mustChangePassword: row.mustChangePassword,
    until: row.expiresAt,
    actor: withScope({
      kind: 'session',
      userId: row.userId,
      userPublicId: row.userPublicId,
      ownerId: organization ?? row.userPublicId,
      ownerKind: organization === null ? 'user' : 'organization',
      organizationId: row.organizationId ?? undefined,
      organizations: row.organizations,
      name: row.name,
      isAdmin: row.role === 'admin' && row.impersonatedBy === null,
      grants: grantsOf({ plan: row.organizationPlan ?? row.plan, role: row.role, grants: row.grants }),
      ...(row.impersonatedBy !== null && { impersonatedBy: row.impersonatedBy }),
      ...(row.impersonatorPublicId && {
        impersonator: { publicId: row.impersonatorPublicId, name: row.impersonatorName ?? '' },
      }),
    }),
  }
}
