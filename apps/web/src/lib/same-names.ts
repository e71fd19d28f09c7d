import { LIMITS } from '@millrace/contracts/limits'
import type { SameNamesProperties } from '@millrace/contracts/work-data'
import { queryClient } from './app-query-client.ts'
import { ensureRoot } from './entry-point.ts'
import { folderTagOf } from './folder-tags.ts'
import { actionOf, askAction, runNamed } from './siren.ts'
import { isOpen, type Transfer, transferList } from './transfers.ts'
import { createValue, useValue } from './value.ts'

/** An earlier upload with the name of a transfer, and what to do about it. */
export interface SameName {
  readonly href: string
  readonly choice: 'both' | 'version'
  /** Whether the server has made the file a version of the earlier upload. */
  readonly isAdded: boolean
  readonly error?: string | undefined
}

const known = createValue<ReadonlyMap<string, SameName>>(new Map())
const asked = new Map<string, Promise<void>>()

/** Returns the earlier uploads, by the id of the transfer with the same name. */
export function useSameNames(): ReadonlyMap<string, SameName> {
  return useValue(known)
}

/**
 * Resolves when earlier uploads with the name of this transfer are known. The file is sent only then, because its own
 * upload would also be found. One request covers this transfer and those queued after it, up to a limit.
 */
export function whenNameChecked(id: string): Promise<void> {
  return asked.get(id) ?? ask(id)
}

function ask(id: string): Promise<void> {
  const inLine = transferList.get().filter((transfer) => isOpen(transfer) && !asked.has(transfer.id))
  const batch = inLine.slice(inLine.findIndex((transfer) => transfer.id === id)).slice(0, LIMITS.sameNamesMax)
  const asking = findTransfer(batch).catch(() => {
    // Errors are ignored, because the upload itself will report the problem.
    for (const transfer of batch) asked.delete(transfer.id)
  })
  for (const transfer of batch) asked.set(transfer.id, asking)
  return asking
}

async function findTransfer(batch: readonly Transfer[]): Promise<void> {
  const action = actionOf(await ensureRoot(queryClient, 'WorkDataRoot'), 'FindSameNames')
  if (!action) return
  const Folders = batch.map(({ file }) => folderTagOf(file) ?? null)
  const Names = batch.map(({ file }) => file.name)
  const { Found } = (await askAction<SameNamesProperties>(action, { Names, Folders })).properties
  const hrefs = new Map(Found.map(({ Name, Folder, WorkDataUrl }) => [placeOf(Name, Folder), WorkDataUrl]))
  const next = new Map(known.get())
  for (const { id, file } of batch) {
    const href = hrefs.get(placeOf(file.name, folderTagOf(file) ?? null))
    if (href) next.set(id, { href, choice: 'both', isAdded: false })
  }
  known.set(next)
}

/** Files in different folders are distinguished, even if their names are equal. */
const placeOf = (name: string, folder: string | null) => JSON.stringify([folder, name])

/** Sets whether these transfers become versions, now or as soon as they are uploaded. */
export function chooseForNames(ids: Iterable<string>, choice: SameName['choice']): void {
  const next = new Map(known.get())
  for (const id of ids) {
    const name = next.get(id)
    if (name && !name.isAdded) next.set(id, { ...name, choice, error: undefined })
  }
  known.set(next)
  addVersions()
}

/** Versions are added one at a time, so that they are numbered in upload order. */
let adding = Promise.resolve()
const begun = new Set<string>()

function addVersions(): void {
  if (known.get().size === 0) return
  for (const { id, href } of transferList.get()) {
    const name = known.get().get(id)
    if (!href || !name || name.choice !== 'version' || name.isAdded || name.error || begun.has(id)) continue
    begun.add(id)
    adding = adding.then(() => add(id, href)).finally(() => begun.delete(id))
  }
}

transferList.subscribe(addVersions)

async function add(id: string, href: string): Promise<void> {
  const name = known.get().get(id)
  if (name?.choice !== 'version') return
  try {
    const root = await ensureRoot(queryClient, 'WorkDataRoot')
    await runNamed(root, 'AddVersion', { WorkDataUrl: href, VersionOfUrl: name.href })
    patchTransfer(id, { isAdded: true })
    await queryClient.invalidateQueries({ queryKey: ['work-data'] })
  } catch (error) {
    patchTransfer(id, {
      choice: 'both',
      error: error instanceof Error ? error.message : 'The version could not be added.',
    })
  }
}

function patchTransfer(id: string, change: Partial<SameName>): void {
  const name = known.get().get(id)
  if (name) known.set(new Map(known.get()).set(id, { ...name, ...change }))
}
