import { readStored, writeStored } from '#lib/use-local-storage.ts'
import type { Draft } from '../document/draft.ts'

/*
 * Unsaved changes are kept in this browser, for each user and definition, until they are saved or discarded.
 */

const PREFIX = 'workflow-draft'

interface KeptDraft {
  draft: Draft
  tags: string[]
}

export function draftKey(userId: string, href: string | undefined): string {
  return `${PREFIX} ${userId} ${href === undefined ? 'new' : new URL(href).pathname}`
}

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

export function keepDraft(key: string, kept: KeptDraft): void {
  writeStored(key, JSON.stringify(kept))
}

export function forgetDraft(key: string): void {
  writeStored(key, '')
}
