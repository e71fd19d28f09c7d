import type { Deps } from '#deps.ts'
import { grantsOf } from '#features/grants/grants.rules.ts'
import type { Visitor } from '#http/session.ts'
import { isKeyText, keyHash, keyText } from './api-keys.rules.ts'
import * as store from './api-keys.store.ts'

export type ApiKeyService = ReturnType<typeof apiKeyService>

/** Makes keys and recognises them. The text of a key leaves this place once, when it is made. */
export function apiKeyService({ db, newId, now, randomBytes }: Pick<Deps, 'db' | 'newId' | 'now' | 'randomBytes'>) {
  return {
    async make(key: {
      ownerId: string
      userId: string | null
      scope: 'user' | 'worker'
      note: string
      ttlSeconds?: number
    }): Promise<{ id: string; text: string }> {
      const text = keyText(key.ownerId, randomBytes)
      const id = newId()
      const expiresAt = key.ttlSeconds === undefined ? null : new Date(now().getTime() + key.ttlSeconds * 1000)
      const { ownerId, userId, scope, note } = key
      await store.insertKey(db, {
        id,
        ownerId,
        userId,
        scope,
        note,
        hash: keyHash(text),
        last4: text.slice(-4),
        expiresAt,
      })
      return { id, text }
    },

    async recognise(text: string): Promise<Visitor | undefined> {
      if (!isKeyText(text)) return undefined
      const row = await store.findKey(db, keyHash(text))
      if (row === undefined) return undefined
      if (!row.lastUsedLately) await store.touchKey(db, row.id)
      return visitorOf(row)
    },
  }
}

/** A key acts for its owner with its person's rights; as administrator only in the person's own context. */
function visitorOf(row: store.KeyRow): Visitor {
  const role = row.ownerKind === 'user' && row.scope === 'user' ? row.role : null
  return {
    mustChangePassword: row.mustChangePassword,
    actor: {
      kind: row.scope === 'worker' ? 'worker' : 'key',
      userId: row.userId ?? '',
      userPublicId: row.userPublicId ?? row.ownerId,
      ownerId: row.ownerId,
      ownerKind: row.ownerKind,
      organizationId: row.organizationId ?? undefined,
      name: row.userName ?? row.note,
      isAdmin: role === 'admin',
      grants: grantsOf({ plan: row.plan, role, grants: row.grants }),
      keyId: row.id,
    },
  }
}
