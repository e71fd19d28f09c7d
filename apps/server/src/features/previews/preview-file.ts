import { gzippedType, isTable, mayHoldTable } from '@millrace/contracts/media-types'
import { Problem } from '#problem.ts'

/** A stored file as previews need it: its local path and its metadata. */
export interface PreviewFile {
  path: string
  /** SHA-256 of the bytes, in lowercase hex. */
  sha256: string
  name: string
  mediaType: string
  sizeInBytes: number
  /** If the bytes are gzip-compressed, `mediaType` is the type of the decompressed content. */
  isGzipped?: boolean
}

/**
 * Gives a gzip-compressed table, text or TAR archive the media type of the decompressed content. Returns other files
 * unchanged.
 */
export function decompressed<T extends PreviewFile>(file: T): T {
  const mediaType = gzippedType(file.mediaType, file.name)
  return mediaType ? { ...file, mediaType, isGzipped: true } : file
}

/** Returns whether a file is, or may be, a table, judged by its media type and name. */
export function canHaveRows({ mediaType, name }: PreviewFile): boolean {
  return isTable(mediaType) || mayHoldTable(mediaType, name)
}

/** Returns the error for a file whose type has no preview. */
export function noPreview(file: PreviewFile): Problem {
  return new Problem('preview-failed', `There is no preview for files of type ${file.mediaType}. Download it instead.`)
}
