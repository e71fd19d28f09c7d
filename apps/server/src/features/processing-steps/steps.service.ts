import type { Manifest } from '@millrace/contracts/manifest'
import type { CreateProcessingStepParameters, StepAction } from '@millrace/contracts/processing-steps'
import { asActor, asSystem, type Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { dropQueue, ensureQueue } from '@millrace/dispatch/boss'
import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import type { Reach } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { invalid, notFound, Problem } from '#problem.ts'
import { defaultsFaults } from './parameter-checks.service.ts'
import { requireUsableManifest } from './parameters.rules.ts'
import { described, rowOfCopy, rowOfManifest, rowOfName } from './registration.rules.ts'
import { factsOf, isAvailable, mayRegister } from './steps.rules.ts'
import * as store from './steps.store.ts'

export type StepService = ReturnType<typeof stepService>

/** The changes that an action makes, or a function that computes them from the locked row. */
export type StepChange =
  | Partial<ProcessingStepRow>
  | ((row: ProcessingStepRow, tx: Tx) => Partial<ProcessingStepRow> | Promise<Partial<ProcessingStepRow>>)

export function stepService(deps: Pick<Deps, 'db' | 'log' | 'queue' | 'newId' | 'now'>) {
  const { db, queue } = deps

  async function inUse(actor: Actor, row: ProcessingStepRow): Promise<boolean> {
    if (row.ownerId !== actor.ownerId) return true
    return (await asSystem(db, (tx) => store.used(tx, [row.id]))).has(row.id)
  }

  return {
    async get(actor: Actor, id: string) {
      const row = await reachResource(deps, actor.scope, { kind: 'ProcessingStep', id }, (tx, reach) =>
        store.find(tx, visibilityOf(reach), id),
      )
      return { row, isUsed: await inUse(actor, row) }
    },

    /** Returns which of the steps belong to the actor's context. A worker can claim only the jobs of these steps. */
    ownedAmong: (actor: Actor, ids: string[]) =>
      asActor(db, actor, async (tx) => {
        const owned = await store.ownedAmong(tx, actor.ownerId, ids)
        return ids.filter((id) => owned.has(id))
      }),

    /**
     * For each wanted built-in step, returns the id of the newest version that workers may run. Returns undefined if
     * one of the steps has no such version.
     */
    builtIn: (actor: Actor, wanted: readonly { functionName: string }[]) =>
      asActor(db, actor, async (tx) => {
        const ids = await Promise.all(
          wanted.map(({ functionName }) => store.newestNamed(tx, SYSTEM_OWNER_ID, functionName)),
        )
        return ids.every((id) => id !== undefined) ? ids : undefined
      }),

    /**
     * Registers a step for a worker: finds or creates the version, and lets workers claim its jobs unless the step is
     * suspended.
     */
    async registerByWorker(actor: Actor, manifest: Manifest): Promise<ProcessingStepRow> {
      requireRight(actor)
      requireUsableManifest(manifest)
      const step = await asActor(db, actor, async (tx) => {
        const made = await store.insert(tx, rowOfManifest(deps.newId(), actor, manifest, 'External'))
        return made ? announceCreated(tx, made) : deploy(tx, actor, manifest)
      })
      await ensureQueue(queue, step.id)
      return step
    },

    /**
     * Registers a version that no worker runs yet, and returns the id of the version. The manifest of a version never
     * changes, so a Problem is thrown if the owner already has this version.
     */
    async register(
      actor: Actor,
      input: Manifest | CreateProcessingStepParameters,
      recordCreated?: RecordCreated,
    ): Promise<string> {
      requireRight(actor)
      if (!('FunctionName' in input)) requireUsableManifest(input)
      const id = deps.newId()
      const row = 'FunctionName' in input ? rowOfName(id, actor, input) : rowOfManifest(id, actor, input, 'NotDeployed')
      const made = await asActor(db, actor, async (tx) => {
        const inserted = (await store.insert(tx, row)) ?? refuseExisting(row)
        await recordCreated?.(tx, inserted.id)
        return announceCreated(tx, inserted)
      })
      await ensureQueue(queue, made.id)
      return made.id
    },

    /**
     * Adds the manifest to a step that was registered by name. Throws a Problem if the manifest has another name or
     * version.
     */
    configure: (actor: Actor, id: string, manifest: Manifest) => {
      requireUsableManifest(manifest)
      return act(actor, id, 'Upload', (row) => {
        requireSameName(row, manifest)
        return described(manifest)
      })
    },

    setDefaults: (actor: Actor, id: string, defaults: Record<string, unknown>) =>
      act(actor, id, 'ConfigureDefaultParameters', (row) => {
        const faults = defaultsFaults(row.createdBy, row.parameterSchema, defaults)
        if (faults.length > 0) throw invalid(faults)
        return { defaultParameters: defaults }
      }),

    deprecate: (actor: Actor, id: string, reason: string | null) =>
      act(actor, id, 'Deprecate', { deprecatedAt: deps.now(), deprecationReason: reason }),

    change: (actor: Actor, id: string, action: StepAction, change: StepChange) => act(actor, id, action, change),

    /**
     * Makes a step visible to every user. Throws a Problem if another owner already has a public step with the same
     * name.
     */
    publish: (actor: Actor, id: string) =>
      act(actor, id, 'MakePublic', async (row, tx) => {
        const holder = await store.lockPublicName(tx, row)
        if (holder !== undefined) throw nameTaken(row, holder)
        return { isPublic: true }
      }),

    /**
     * Copies a step to another owner, and returns the id of the copy. Jobs of the copy wait for a worker of the new
     * owner.
     */
    async copy(
      actor: Actor,
      id: string,
      to: { action: 'CopyToOrg' | 'CopyToUser'; ownerId: string },
      recordCreated?: RecordCreated,
    ): Promise<string> {
      const made = await asSystem(
        db,
        async (tx) => {
          const row = await lockAvailable(tx, actor, id, to.action)
          if (to.ownerId !== actor.userPublicId && !actor.organizations.includes(to.ownerId)) throw notAMember()
          const copy = rowOfCopy(deps.newId(), actor, to.ownerId, row)
          const inserted = (await store.insert(tx, copy)) ?? refuseExisting(copy)
          await recordCreated?.(tx, inserted.id)
          return announceCreated(tx, inserted)
        },
        actor.userPublicId,
      )
      await ensureQueue(queue, made.id)
      return made.id
    },

    async delete(actor: Actor, id: string): Promise<void> {
      await asSystem(
        db,
        async (tx) => {
          const row = await lockAvailable(tx, actor, id, 'Delete')
          await store.remove(tx, row.id)
          tx.changed({ type: 'ProcessingStep', event: 'Deleted', id, ownerId: row.ownerId })
        },
        actor.userPublicId,
      )
      await dropQueue(queue, id)
    },
  }

  async function act(actor: Actor, id: string, action: StepAction, change: StepChange): Promise<void> {
    await reachResource(deps, actor.scope, { kind: 'ProcessingStep', id }, async (tx, reach) => {
      const row = await store.lock(tx, visibilityOf(reach), id)
      if (!row) return actor.isAdmin ? undefined : refusePublic(tx, actor, id)
      requireAvailable(row, actor, action, false)
      await store.update(tx, id, typeof change === 'function' ? await change(row, tx) : change)
      tx.changed({ type: 'ProcessingStep', event: 'Changed', id, ownerId: row.ownerId })
      tx.queued(id)
      return row
    })
  }

  /**
   * Refuses an action on another owner's public step. The refusal reveals nothing, because all users can see public
   * steps.
   */
  async function refusePublic(tx: Tx, actor: Actor, id: string): Promise<undefined> {
    const row = await store.find(tx, actor, id)
    if (row) requireAvailable(row, actor, 'EditTitle', false)
    return undefined
  }

  async function lockAvailable(tx: Tx, actor: Actor, id: string, action: StepAction): Promise<ProcessingStepRow> {
    const row = await store.lock(tx, actor, id)
    if (!row) throw notFound()
    requireAvailable(row, actor, action, (await store.used(tx, [id])).has(id))
    return row
  }

  async function deploy(tx: Tx, actor: Actor, manifest: Manifest): Promise<ProcessingStepRow> {
    const step = await store.named(tx, actor.ownerId, manifest.function_name, manifest.version)
    if (!step) throw notFound()
    if (step.deploymentState !== 'NotDeployed') return step
    await store.update(tx, step.id, { deploymentState: 'External' })
    tx.changed({ type: 'ProcessingStep', event: 'Changed', id: step.id, ownerId: step.ownerId })
    return { ...step, deploymentState: 'External' }
  }
}

function visibilityOf({ owner }: Reach): store.StepVisibility {
  return owner === undefined ? undefined : { ownerId: owner }
}

function announceCreated(tx: Tx, step: ProcessingStepRow): ProcessingStepRow {
  tx.changed({ type: 'ProcessingStep', event: 'Created', id: step.id, ownerId: step.ownerId })
  return step
}

function requireRight(actor: Actor): void {
  if (mayRegister(actor)) return
  throw new Problem(
    'forbidden',
    'Registering a processing step requires grant:codeContributor. Ask an administrator for it.',
  )
}

function requireAvailable(row: ProcessingStepRow, actor: Actor, action: StepAction, isUsed: boolean): void {
  const facts = factsOf(row, actor, isUsed)
  if (isAvailable(facts, action)) return
  const name = `${row.functionName} ${row.version}`
  if (!facts.isOwner && !facts.isAdmin) throw new Problem('forbidden', `Only the owner of ${name} can do that.`)
  if (action === 'MakePublic' && !facts.isAdmin) {
    throw new Problem(
      'forbidden',
      'Only an administrator can make a step public. Use CopyToOrg to share it with an organization.',
    )
  }
  const why = isUsed && action === 'Delete' ? 'jobs use it' : `its deployment is ${row.deploymentState}`
  throw new Problem('action-not-offered', `${action} is not available for ${name}: ${why}.`)
}

function requireSameName(row: ProcessingStepRow, manifest: Manifest): void {
  if (manifest.function_name === row.functionName && manifest.version === row.version) return
  const message = `This step is ${row.functionName} ${row.version}, but the manifest describes another one.`
  throw invalid([{ pointer: '/function_name', message }])
}

function refuseExisting({ functionName, version }: { functionName: string; version: string }): never {
  throw new Problem(
    'already-exists',
    `${functionName} ${version} is already registered. The manifest of a version can’t change. Register another version.`,
  )
}

function nameTaken({ functionName }: ProcessingStepRow, holder: string): Problem {
  return new Problem(
    'already-exists',
    `${holder} already has a public step called ${functionName}. Register this one under another name.`,
  )
}

function notAMember(): Problem {
  return invalid([{ pointer: '/OrgId', message: 'You are not a member of an organization with this ID.' }])
}
