/** A stored file as previews need it: its local path and its metadata. */
export interface PreviewFile {
  path: string
  /** SHA-256 of the bytes, in lowercase hex. */
  sha256: string
  name: string
  mediaType: string
  sizeInBytes: number
  /** The bytes are gzip-compressed; `mediaType` is the type of the content. */
  isGzipped?: boolean
}
