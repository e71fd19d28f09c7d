import type { UploadedProperties } from '@millrace/contracts/work-data'

/**
 * Returns the URLs of files that were uploaded in one request. The server lists all of them in the order of the
 * request. Names do not identify files, because forms encode quotes and line breaks ambiguously. Names are used only if
 * a repeated request finds that some files have been deleted since. Deleted files have no URL.
 */
export function uploadedHrefs(
  { Uploaded }: UploadedProperties,
  files: readonly Pick<File, 'name'>[],
): (string | undefined)[] {
  if (Uploaded.length === files.length) return Uploaded.map(({ WorkDataUrl }) => WorkDataUrl)
  const byName = new Map(Uploaded.map(({ Name, WorkDataUrl }) => [Name, WorkDataUrl]))
  return files.map(({ name }) => byName.get(name))
}
