import type { Manifest, ManifestSlot } from '@millrace/contracts/manifest'
import type { DataSlotSpecification, ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import { asActor, type Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { ensureQueue } from '@millrace/dispatch/boss'
import type { Actor } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { pageOf } from '#http/query-link.ts'
import { notFound, Problem } from '#problem.ts'
import { requireUsableSchema } from '../jobs/parameters.rules.ts'
import { normalTags } from '../tags/tags.rules.ts'
import * as store from './steps.store.ts'
import { inRange, isRange, versionKey } from './versions.rules.ts'

export type StepService = ReturnType<typeof stepService>

/** Processing steps: registering, finding and describing them. */
export function stepService(deps: Pick<Deps, 'db' | 'queue' | 'newId'>) {
  const { db } = deps
  return {
    get: (actor: Actor, id: string) => asActor(db, actor, async (tx) => (await store.find(tx, actor, id)) ?? missing()),

    list: (actor: Actor, query: ProcessingStepQueryParameters) =>
      asActor(db, actor, async (tx) => {
        const versions = await idsInRange(tx, actor, query.Filter?.Version)
        const { rows, total } = await store.list(tx, actor, query, versions, pageOf(query))
        const wantsTags = query.IncludeRemainingTags !== false
        return { rows, total, tags: wantsTags ? await store.tagsOf(tx, actor, query.Filter ?? {}, versions) : null }
      }),

    usedTags: (actor: Actor) => asActor(db, actor, (tx) => store.tagsOf(tx, actor, { ShowHidden: true }, undefined)),

    /** Those of the steps that the actor's own context registered: a worker takes jobs of these only. */
    ownedAmong: (actor: Actor, ids: string[]) =>
      asActor(db, actor, async (tx) => {
        const found = await store.byIds(tx, ids)
        return ids.filter((id) => found.get(id)?.ownerId === actor.ownerId)
      }),

    /** Registers a version, or finds it as it is. A version once registered keeps its manifest. */
    async register(actor: Actor, manifest: Manifest): Promise<{ step: ProcessingStepRow; isNew: boolean }> {
      requireRight(actor)
      if (manifest.parameters) requireUsableSchema(manifest.parameters)
      const registered = await asActor(db, actor, async (tx) => {
        const made = await store.insert(tx, rowOf(deps.newId(), actor, manifest))
        if (made) tx.changed({ type: 'ProcessingStep', event: 'Created', id: made.id, ownerId: made.ownerId })
        const step =
          made ?? (await store.named(tx, actor.ownerId, manifest.function_name, manifest.version)) ?? missing()
        return { step, isNew: made !== undefined }
      })
      await ensureQueue(deps.queue, registered.step.id)
      return registered
    },

    change: (actor: Actor, id: string, change: Partial<ProcessingStepRow>) =>
      asActor(db, actor, async (tx) => {
        if (!(await store.find(tx, actor, id))) throw notFound()
        const tags = change.tags && { tags: normalTags(change.tags) }
        if (!(await store.update(tx, actor.ownerId, id, { ...change, ...tags }))) {
          throw new Problem('forbidden', 'Only the owner of a step can change it.')
        }
        tx.changed({ type: 'ProcessingStep', event: 'Changed', id, ownerId: actor.ownerId })
      }),
  }
}

function missing(): never {
  throw notFound()
}

function requireRight(actor: Actor): void {
  const may =
    actor.ownerId === SYSTEM_OWNER_ID ||
    actor.grants.includes('role:admin') ||
    actor.grants.includes('grant:codeContributor')
  if (!may) {
    throw new Problem(
      'forbidden',
      'Registering a processing step needs the grant grant:codeContributor. An administrator can give it.',
    )
  }
}

/** A range of versions is read here, by semver; the ids it picks narrow the SQL. */
async function idsInRange(tx: Tx, actor: Actor, version: string | null | undefined): Promise<string[] | undefined> {
  if (!version || !isRange(version)) return undefined
  const all = await store.versionsNamed(tx, actor)
  return all.filter((step) => inRange(step.version, version)).map((step) => step.id)
}

function rowOf(id: string, actor: Actor, manifest: Manifest) {
  return {
    id,
    ownerId: actor.ownerId,
    createdBy: actor.userPublicId,
    functionName: manifest.function_name,
    version: manifest.version,
    versionKey: versionKey(manifest.version),
    title: manifest.title ?? manifest.function_name,
    shortDescription: manifest.short_description ?? null,
    longDescription: manifest.long_description ?? null,
    proconVersion: manifest.procon_version ?? null,
    isPublic: actor.ownerId === SYSTEM_OWNER_ID,
    tags: normalTags(manifest.tags ?? []),
    parameterSchema: manifest.parameters,
    returnSchema: manifest.returns,
    inputSlots: manifest.input_dataslots.map(slotOf),
    outputSlots: manifest.output_dataslots.map(slotOf),
    manifest: manifest as unknown as Record<string, unknown>,
  }
}

function slotOf(slot: ManifestSlot): DataSlotSpecification {
  return {
    Name: slot.name,
    Title: slot.title || slot.name,
    Description: slot.description,
    MediaType: slot.mediatype || null,
    IsCollection: slot.maxSlots !== 1,
    MinSlots: slot.minSlots,
    MaxSlots: slot.maxSlots,
  }
}
