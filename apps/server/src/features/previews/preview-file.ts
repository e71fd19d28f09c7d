/** A stored file as previews need it: where its bytes are on this machine, and what is known of them. */
export interface PreviewFile {
  path: string
  /** Lower-case hex SHA-256 of the bytes. */
  sha256: string
  name: string
  mediaType: string
  sizeInBytes: number
  /** The bytes are packed with gzip; `mediaType` says what is in them. */
  isPacked?: boolean
}
