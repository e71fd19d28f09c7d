import { tagTransfers } from '#lib/transfers.ts'
import { createValue, useValue } from '#lib/value.ts'

const uploadTags = createValue<readonly string[]>([])

/** The tags for all uploads of this tab. Changing them also changes the files that are already in. */
export function useUploadTags(): [readonly string[], (tags: readonly string[]) => Promise<void>] {
  return [useValue(uploadTags), change]
}

function change(tags: readonly string[]): Promise<void> {
  uploadTags.set(tags)
  return tagTransfers(tags)
}
