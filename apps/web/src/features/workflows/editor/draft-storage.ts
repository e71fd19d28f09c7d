import { readStored, removeStored, storedKeys, writeStored } from '#lib/use-local-storage.ts'
import type { Draft } from '../document/draft.ts'

/*
 * Unsaved changes are kept in this browser, for each user and workflow, until they are saved or discarded. Each page that
 * edits stores its own draft, on which it holds a lock, so that tabs with new workflows don’t overwrite each other. A page
 * continues the newest draft of its workflow that no other page holds: that of a tab that was left, reloaded or closed.
 */

const PREFIX = 'workflow-draft'

/** The origin of a new workflow that was neither saved nor made from jobs. */
export const NEW_WORKFLOW = 'new'

interface StoredDraft {
  draft: Draft
  tags: string[]
}

/** The draft that a page holds. */
export interface DraftLock {
  id: string
  /** Lets other pages continue the draft. */
  release: () => void
}

/** The local storage key of a draft. `workflow` is the id of the workflow, or `NEW_WORKFLOW`. */
export function draftKey(userId: string, workflow: string, id: string): string {
  return `${prefixOf(userId, workflow)}${id}`
}

function prefixOf(userId: string, workflow: string): string {
  return `${PREFIX} ${userId} ${workflow} `
}

/** Locks the newest draft that no page holds, or a new one. Ids grow with time. */
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
 * Undefined if another page holds the lock. Where the page isn’t a secure context or may store nothing, there are no locks, so
 * no other page does.
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

/** Reads unsaved changes. Undefined if there are none, or if they are damaged. */
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

/** Stores unsaved changes in this browser. */
export function storeDraft(key: string, draft: StoredDraft): void {
  writeStored(key, JSON.stringify(draft))
}

/** Removes stored changes once they are saved or discarded. */
export function removeDraft(key: string): void {
  removeStored(key)
}
