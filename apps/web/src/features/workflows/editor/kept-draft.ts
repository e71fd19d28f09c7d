import { readStored, removeStored, storedKeys, writeStored } from '#lib/use-local-storage.ts'
import type { Draft } from '../document/draft.ts'

/*
 * Unsaved changes are kept in this browser, for each user and workflow, until they are saved or discarded. Each page that
 * edits has a place of its own, on which it holds a lock, so that tabs with new workflows don’t overwrite each other. A page
 * continues the newest changes to its workflow that no other page holds: those of a tab that was left, reloaded or closed.
 */

const PREFIX = 'workflow-draft'

/** The origin of a new workflow that was neither saved nor made from jobs. */
export const NEW = 'new'

interface KeptDraft {
  draft: Draft
  tags: string[]
}

/** The place of a page’s changes. */
export interface DraftPlace {
  id: string
  /** Lets other pages continue them. */
  release: () => void
}

/** The key in local storage for the changes in one place. `workflow` is its id, or `NEW`. */
export function draftKey(userId: string, workflow: string, id: string): string {
  return `${placesOf(userId, workflow)}${id}`
}

function placesOf(userId: string, workflow: string): string {
  return `${PREFIX} ${userId} ${workflow} `
}

/** Takes the place of the newest changes that no page holds, or a new one. Ids grow with time. */
export async function takePlace(userId: string, workflow: string, newId: () => string): Promise<DraftPlace> {
  const start = placesOf(userId, workflow)
  const kept = storedKeys(start).map((key) => key.slice(start.length))
  for (const id of kept.toSorted().toReversed()) {
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
export function readDraft(key: string): KeptDraft | undefined {
  const text = readStored(key)
  if (!text) return undefined
  try {
    const value = JSON.parse(text) as Partial<KeptDraft>
    return value.draft && Array.isArray(value.draft.nodes) && Array.isArray(value.tags)
      ? { draft: value.draft, tags: value.tags }
      : undefined
  } catch {
    return undefined
  }
}

/** Stores unsaved changes in this browser. */
export function keepDraft(key: string, kept: KeptDraft): void {
  writeStored(key, JSON.stringify(kept))
}

/** Removes stored changes once they are saved or discarded. */
export function forgetDraft(key: string): void {
  removeStored(key)
}
