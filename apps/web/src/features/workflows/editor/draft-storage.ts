import { readStored, removeStored, storedKeys, writeStored } from '#lib/use-local-storage.ts'
import type { Draft } from '../document/draft.ts'

/*
 * Unsaved changes are kept in this browser, for each user and workflow, until they are saved or discarded. Each page
 * that edits a workflow stores its own draft and holds a lock on it, so that tabs with new workflows don't
 * overwrite each other. A page continues the newest draft of its workflow that no other page has locked. Such a draft
 * remains when a tab is reloaded, closed, or navigates to another page.
 */

const PREFIX = 'workflow-draft'

/** The origin of a new workflow that is neither saved nor made from jobs. */
export const NEW_WORKFLOW = 'new'

interface StoredDraft {
  draft: Draft
  tags: string[]
}

export interface DraftLock {
  id: string
  /** Releases the lock, so that other pages can continue the draft. */
  release: () => void
}

/** Returns the local storage key of a draft. `workflow` is the id of the workflow, or `NEW_WORKFLOW`. */
export function draftKey(userId: string, workflow: string, id: string): string {
  return `${prefixOf(userId, workflow)}${id}`
}

function prefixOf(userId: string, workflow: string): string {
  return `${PREFIX} ${userId} ${workflow} `
}

/** Locks the newest draft that no page has locked, or a new one. Ids sort by time. */
export async function acquireDraft(userId: string, workflow: string, newId: () => string): Promise<DraftLock> {
  const start = prefixOf(userId, workflow)
  const ids = storedKeys(start).map((key) => key.slice(start.length))
  for (const id of ids.toSorted().toReversed()) {
    const release = await lock(id)
    if (release) return { id, release }
  }
  const id = newId()
  return { id, release: (await lock(id)) ?? (() => undefined) }
}

/**
 * Undefined if another page holds the lock. Outside of secure contexts, or where storage is disabled, locks are not
 * available, so the lock is always granted.
 */
function lock(id: string): Promise<(() => void) | undefined> {
  const unlocked = () => undefined
  if (!navigator.locks) return Promise.resolve(unlocked)
  return new Promise((resolve) => {
    const hold = (granted: Lock | null) =>
      granted ? new Promise<void>((release) => resolve(release)) : resolve(undefined)
    navigator.locks.request(`${PREFIX} ${id}`, { ifAvailable: true }, hold).catch(() => resolve(unlocked))
  })
}

/** Reads unsaved changes. Undefined if there are none or they are corrupt. */
export function readDraft(key: string): StoredDraft | undefined {
  const text = readStored(key)
  if (!text) return undefined
  try {
    const value = JSON.parse(text) as Partial<StoredDraft>
    return value.draft && Array.isArray(value.draft.nodes) && Array.isArray(value.tags)
      ? { draft: value.draft, tags: value.tags }
      : undefined
  } catch {
    return undefined
  }
}

export function storeDraft(key: string, draft: StoredDraft): void {
  writeStored(key, JSON.stringify(draft))
}

export function removeDraft(key: string): void {
  removeStored(key)
}
