import { sha256 } from '@noble/hashes/sha2.js'

/** Bytes between progress reports. Not every chunk is reported, because each report renders the list of uploads. */
const REPORTED_EVERY = 8_000_000

export interface DigestOptions {
  signal: AbortSignal
  onProgress(hashedBytes: number): void
}

/**
 * Returns the SHA-256 of a file as a digest according to RFC 9530. Reads the file once, chunk by chunk. Implemented in
 * JavaScript, because the Web Crypto API can only hash a file that is in memory as a whole.
 */
export async function digestOf(file: Blob, { signal, onProgress }: DigestOptions): Promise<string> {
  const hash = sha256.create()
  let hashed = 0
  let reported = 0
  await file.stream().pipeTo(
    new WritableStream<Uint8Array>({
      write(piece) {
        hash.update(piece)
        hashed += piece.length
        if (hashed - reported < REPORTED_EVERY) return
        reported = hashed
        onProgress(hashed)
      },
    }),
    { signal },
  )
  return `sha-256=:${btoa(String.fromCharCode(...hash.digest()))}:`
}
