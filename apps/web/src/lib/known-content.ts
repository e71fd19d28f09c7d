import { sha256 } from '@noble/hashes/sha2.js'
import { call } from './api.ts'
import { VERSION } from './partial-uploads.ts'

/** Pieces are small, and each report renders the list of uploads. */
const TOLD_EVERY = 8_000_000

interface Options {
  signal: AbortSignal
  onProgress(hashedBytes: number): void
}

/**
 * Hashes a file and asks the server to complete its upload with content that the owner already has. Resolves with the
 * address of the work data, or with undefined if the bytes must be sent. Reads the file once, a piece at a time.
 */
export async function linkKnownContent(upload: string, file: File, options: Options): Promise<string | undefined> {
  const digest = await digestOf(file, options)
  const reply = await call(upload, {
    method: 'PATCH',
    headers: {
      ...VERSION,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'repr-digest': `sha-256=:${btoa(String.fromCharCode(...digest))}:`,
    },
    signal: options.signal,
  })
  return reply.headers.get('location') ?? undefined
}

/** In JavaScript, because the Web Crypto API takes a file only as a whole. */
async function digestOf(file: File, { signal, onProgress }: Options): Promise<Uint8Array> {
  const hash = sha256.create()
  let hashed = 0
  let told = 0
  await file.stream().pipeTo(
    new WritableStream<Uint8Array>({
      write(piece) {
        hash.update(piece)
        hashed += piece.length
        if (hashed - told < TOLD_EVERY) return
        told = hashed
        onProgress(hashed)
      },
    }),
    { signal },
  )
  return hash.digest()
}
