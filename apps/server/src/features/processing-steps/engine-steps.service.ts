import { Manifest } from '@millrace/contracts/manifest'
import { asSystem, type Tx } from '@millrace/db/act'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import type { Deps } from '#deps.ts'
import { rowOfManifest } from './registration.rules.ts'
import * as store from './steps.store.ts'

/**
 * Registers a step that the workflow engine runs instead of a worker. The jobs of such a step are never queued, and
 * claims skip them, so not even a worker of the system can run them. Returns the id of the step.
 */
export async function registerEngineStep(
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
  manifest: Parameters<typeof Manifest.parse>[0],
): Promise<string> {
  const system = { ownerId: SYSTEM_OWNER_ID, userPublicId: SYSTEM_OWNER_ID }
  const row = rowOfManifest(newId(), system, Manifest.parse(manifest), 'External')
  return asSystem(db, async (tx) => {
    const made = await store.insert(tx, { ...row, executor: 'engine' })
    if (made) tx.changed({ type: 'ProcessingStep', event: 'Created', id: made.id, ownerId: made.ownerId })
    const step = made ?? (await store.named(tx, row.ownerId, row.functionName, row.version))
    if (!step) throw new Error(`The step ${row.functionName} was deleted while it was registered.`)
    return step.id
  })
}

export type NamedVersion = store.NamedVersion

export interface RunnableStep extends NamedVersion {
  /** Sort key: own steps, then built-in ones, then public ones of others; deprecated versions last in each group. */
  rank: number
}

/** Returns the versions of the named functions that an owner may run. */
export async function runnableSteps(tx: Tx, ownerId: string, names: string[]): Promise<RunnableStep[]> {
  const rows = await store.versionsNamed(tx, { ownerId }, names)
  return rows.map((row) => {
    const whose = row.ownerId === ownerId ? 0 : row.ownerId === SYSTEM_OWNER_ID ? 1 : 2
    return { ...row, rank: 2 * whose + (row.deprecatedAt ? 1 : 0) }
  })
}

/** Returns the steps with these ids that still exist. In a user's transaction, omits private steps of other owners. */
export async function stepsById(tx: Tx, ids: string[]): Promise<Map<string, NamedVersion>> {
  return new Map((await store.versionsById(tx, ids)).map((row) => [row.id, row]))
}
