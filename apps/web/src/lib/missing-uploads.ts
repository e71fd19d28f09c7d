import { queryClient } from './app-query-client.ts'
import { folderOf } from './dropped-files.ts'
import { MISSING_UPLOADS, sessionQuery } from './session.ts'
import { everyTransfer, isSentInParts, isUnfinished, type Transfer, useTransfers } from './transfers.ts'
import { readStored, removeStored, useLocalStorage, writeStored } from './use-local-storage.ts'

/* Small files that had not been sent when a tab was closed or reloaded. The server doesn’t know of them, unlike uploads
   in parts, so the browser keeps their names until the user signs out. */

/** A file that may not have arrived, identified by its path in the chosen folder and its size. */
export interface MissingUpload {
  path: string
  size: number
}

/** Returns the storage key for the current account and workspace. Undefined without a session. */
export function missingKey(): string | undefined {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  return session ? [MISSING_UPLOADS, session.user.id, session.session.activeOrganizationId ?? ''].join(' ') : undefined
}

/** Parses a stored list. Empty if there is none, or if it is corrupt. */
export function missingIn(stored: string | null): MissingUpload[] {
  try {
    const missing: unknown = JSON.parse(stored ?? '')
    return Array.isArray(missing) ? (missing as MissingUpload[]) : []
  } catch {
    return []
  }
}

/** Returns the files that a closed tab of the current account left unsent and that were not chosen again. */
export function useMissingUploads(): readonly MissingUpload[] {
  const [stored] = useLocalStorage(missingKey() ?? '', (value) => value ?? '')
  return stillMissing(missingIn(stored), useTransfers())
}

/** Returns the missing uploads whose files have not been chosen again. */
export function stillMissing(missing: readonly MissingUpload[], transfers: readonly Transfer[]): MissingUpload[] {
  if (missing.length === 0) return []
  const present = new Set(transfers.filter(({ state }) => state !== 'canceled').map((one) => idOf(missingOf(one))))
  return missing.filter((one) => !present.has(idOf(one)))
}

/** Stores the files that have not arrived. Called when the tab closes. */
export function recordMissing(): void {
  const key = missingKey()
  if (key === undefined) return
  const transfers = everyTransfer()
  const lost = transfers.filter((one) => isUnfinished(one) && !isSentInParts(one) && one.url === undefined)
  storeMissing(key, [...stillMissing(missingIn(readStored(key)), transfers), ...lost.map(missingOf)])
}

/** Replaces the stored list. An empty list removes it. */
export function storeMissing(key: string, missing: readonly MissingUpload[]): void {
  if (missing.length === 0) removeStored(key)
  else writeStored(key, JSON.stringify(missing))
}

function missingOf({ file, size }: Transfer): MissingUpload {
  const folder = folderOf(file)
  return { path: folder === undefined ? file.name : `${folder}/${file.name}`, size }
}

function idOf({ path, size }: MissingUpload): string {
  return `${path}|${size}`
}
