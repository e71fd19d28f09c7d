import type { ApiKey, KeyAccess, NewApiKey } from '@millrace/contracts/api-keys'
import { asSystem, type Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import type { Principal } from '#access/principal.ts'
import { lackingSecondFactor, rolesIn, withScope } from '#access/scope.ts'
import { inBatches } from '#batches.ts'
import type { Deps } from '#deps.ts'
import type { Env } from '#env.ts'
import { grantsOf } from '#features/grants/grants.rules.ts'
import { runnableSteps } from '#features/processing-steps/engine-steps.service.ts'
import { mayRegister } from '#features/processing-steps/steps.rules.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { notFound, Problem } from '#problem.ts'
import { isKeyText, keyHash, keyText } from './api-keys.rules.ts'
import * as store from './api-keys.store.ts'

export type ApiKeyService = ReturnType<typeof apiKeyService>

const KEYS_MAX = 100
const LOOKUPS_MAX = 100

interface KeyRequest {
  note: string
  ttl: number
  scope: 'user' | 'worker'
  access: KeyAccess
  steps: string[]
}

interface CreateOptions {
  recordCreated?: RecordCreated | undefined
  /** The id of the key that an earlier request with the same Idempotency-Key created. */
  replaces?: string
}

/** Creates and recognizes API keys. */
export function apiKeyService({ db, env, newId, randomBytes }: Pick<Deps, 'db' | 'env' | 'newId' | 'randomBytes'>) {
  // Concurrent requests share a lookup, because workers send many requests at a time. A lookup starts only after its
  // requests have arrived, so a request that arrives after a key was revoked is always refused.
  const find = inBatches(LOOKUPS_MAX, (hashes: string[]) => store.findKeys(db, hashes))

  async function make(
    key: {
      ownerId: string
      userId: string | null
      scope: 'user' | 'worker'
      access?: KeyAccess
      steps?: string[]
      note: string
      ttlSeconds?: number
    },
    { recordCreated, replaces }: CreateOptions = {},
  ): Promise<{ id: string; text: string }> {
    const text = keyText(key.ownerId, randomBytes)
    const id = replaces ?? newId()
    const { ttlSeconds, ...rest } = key
    const row = { id, ...rest, hash: keyHash(text), last4: text.slice(-4) }
    await asSystem(db, async (tx) => {
      if (key.userId !== null) {
        await store.lockUser(tx, key.userId)
        if (replaces !== undefined) await removeUnused(tx, key.userId, replaces)
      }
      if (!(await store.insertKey(tx, row, { ttlSeconds, most: KEYS_MAX })))
        throw new Problem('conflict', `You already have ${KEYS_MAX} API keys. Delete some that you no longer use.`)
      await recordCreated?.(tx, id)
    })
    return { id, text }
  }

  /** Throws a Problem if a step does not exist. A key that is limited to a misspelled step could run nothing. */
  async function requireKnownSteps({ ownerId }: Actor, steps: string[]): Promise<void> {
    if (steps.length === 0) return
    const known = await asSystem(db, (tx) => runnableSteps(tx, ownerId, steps))
    const unknown = steps.filter((name) => !known.some(({ functionName }) => functionName === name))
    if (unknown.length === 0) return
    const message = `No step has the function name ${unknown.join(' or ')}. Correct it, or register the step first.`
    throw new Problem('invalid-parameters', message, { faults: [{ pointer: '/steps', message }] })
  }

  async function list(actor: Actor): Promise<ApiKey[]> {
    return (await store.listKeys(db, actor.userId)).map(listed)
  }

  return {
    make,
    list,

    /**
     * Creates a key with which the user acts in the current context. Only this call returns the text of the key, which
     * is not stored. A repeated request replaces the unused key with a new key that has the same id.
     */
    async create(actor: Actor, input: KeyRequest, options: CreateOptions): Promise<NewApiKey> {
      refuseImpersonator(actor)
      if (input.scope === 'worker') requireWorkerRight(actor)
      await requireKnownSteps(actor, input.steps)
      const { ttl: ttlSeconds, ...rest } = input
      const { id, text } = await make({ ...rest, ttlSeconds, ownerId: actor.ownerId, userId: actor.userId }, options)
      const made = (await list(actor)).find((key) => key.id === id)
      if (!made) throw notFound()
      return { ...made, key: text }
    },

    async setActive(actor: Actor, id: string, active: boolean): Promise<void> {
      refuseImpersonator(actor)
      if (!(await store.setActive(db, actor.userId, id, active))) throw notFound()
    },

    async remove(actor: Actor, id: string): Promise<void> {
      refuseImpersonator(actor)
      if (!(await store.removeKey(db, actor.userId, id))) throw notFound()
    },

    async recognize(text: string, address?: string): Promise<Principal | undefined> {
      if (!isKeyText(text)) return undefined
      const row = await find(keyHash(text))
      if (row === undefined) return undefined
      if (!row.lastUsedLately) await store.touchKey(db, row.id, address)
      return principalOf(row, env)
    },

    async byId(id: string): Promise<Principal | undefined> {
      const row = await store.findKeyById(db, id)
      return row && principalOf(row, env)
    },
  }
}

/**
 * Deletes a key that was never used. Throws a Problem for a used key, because a program that has its text would lose
 * access.
 */
async function removeUnused(tx: Tx, userId: string, id: string): Promise<void> {
  const removed = await store.removeKey(tx, userId, id)
  if (!removed) throw notFound()
  if (removed.lastUsedAt === null) return
  throw new Problem(
    'conflict',
    'The key that the first request with this Idempotency-Key created is in use. Use a new Idempotency-Key for another key.',
  )
}

/** Throws a Problem for an impersonator. A key that an impersonator creates would outlive the impersonation. */
function refuseImpersonator(actor: Actor): void {
  if (actor.impersonatedBy === undefined) return
  throw new Problem('forbidden', 'Not available while impersonating. Only the account’s owner can manage its API keys.')
}

/**
 * Throws a Problem if a worker key created by this actor could not register steps. An organization's key has no
 * administrator rights.
 */
function requireWorkerRight({ ownerKind, grants }: Actor): void {
  const isForOrganization = ownerKind === 'organization'
  const ofKey = isForOrganization ? grants.filter((grant) => grant !== 'role:admin') : grants
  if (mayRegister({ ownerKind, grants: ofKey })) return
  throw new Problem(
    'forbidden',
    isForOrganization
      ? 'This organization can’t have worker keys without grant:codeContributor. Ask an administrator for it.'
      : 'Creating a worker key requires grant:codeContributor. Ask an administrator for it.',
  )
}

function listed({ key, owner }: store.ListedKey): ApiKey {
  const { id, note, active, scope, access, steps, last4, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = key
  return {
    id,
    note,
    active,
    ttl: expiresAt && Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000),
    scope,
    access,
    steps,
    last4,
    owner: owner as ApiKey['owner'],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    lastUsedFrom,
  }
}

/**
 * Returns the principal of a key. The principal acts for the key's owner with the user's rights. Keys for an
 * organization have no administrator rights. A worker key uses administrator rights only to register steps.
 */
function principalOf(row: store.KeyRow, { ADMIN_REQUIRE_2FA }: Pick<Env, 'ADMIN_REQUIRE_2FA'>): Principal {
  const lacking = lackingSecondFactor({ ...row, requiredOfAdministrators: ADMIN_REQUIRE_2FA })
  const role = row.ownerKind === 'user' && lacking !== 'administration' ? row.role : null
  return {
    mustChangePassword: row.mustChangePassword,
    until: row.expiresAt,
    lacksSecondFactorFor: lacking,
    actor: withScope(
      {
        kind: row.scope === 'worker' ? 'worker' : 'key',
        keyId: row.id,
        ...(row.scope === 'user' && { access: row.access, steps: row.steps }),
        userId: row.userId ?? '',
        userPublicId: row.userPublicId ?? row.ownerId,
        ownerId: row.ownerId,
        ownerKind: row.ownerKind,
        organizations: row.organizations,
        name: row.userName ?? row.note,
        isAdmin: role === 'admin' && row.scope === 'user',
        grants: grantsOf({ plan: row.plan, role, grants: row.grants }),
      },
      rolesIn(row.ownerKind, row.organizationRole),
    ),
  }
}
