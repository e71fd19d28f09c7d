import { tagTransfers } from '#lib/transfers.ts'
import { createValue, useValue } from '#lib/value.ts'

const uploadTags = createValue<readonly string[]>([])

/** State of the tags for all uploads of this tab. A change also applies to files that are already uploaded. */
export function useUploadTags(): [readonly string[], (tags: readonly string[]) => Promise<void>] {
  return [useValue(uploadTags), change]
}

function change(tags: readonly string[]): Promise<void> {
  uploadTags.set(tags)
  return tagTransfers(tags)
}
