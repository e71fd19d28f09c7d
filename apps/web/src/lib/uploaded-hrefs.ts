import type { UploadedProperties } from '@millrace/contracts/work-data'

/**
 * The addresses of files that were uploaded with one request. The server lists all of them in the order of the request.
 * Names do not identify them, because forms encode quotes and line breaks ambiguously. Only if a repeated request finds
 * that some were deleted since, names tell which ones are left.
 */
export function uploadedHrefs(
  { Uploaded }: UploadedProperties,
  files: readonly Pick<File, 'name'>[],
): (string | undefined)[] {
  if (Uploaded.length === files.length) return Uploaded.map(({ WorkDataUrl }) => WorkDataUrl)
  const byName = new Map(Uploaded.map(({ Name, WorkDataUrl }) => [Name, WorkDataUrl]))
  return files.map(({ name }) => byName.get(name))
}
