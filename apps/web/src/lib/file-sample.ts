import { ApiProblem } from './api.ts'

const PIECES = 16
const PIECE_BYTES = 16_384

/**
 * Hashes samples of a file, to distinguish files with the same name, size and time, as in folders of an archive. Throws
 * ApiProblem if the file can’t be read.
 */
export async function sampleOf(file: File): Promise<string> {
  const last = Math.max(file.size - PIECE_BYTES, 0)
  const starts = Array.from({ length: PIECES }, (_, nth) => Math.round((last * nth) / (PIECES - 1)))
  const pieces = new Blob(starts.map((start) => file.slice(start, start + PIECE_BYTES)))
  const bytes = await pieces.arrayBuffer().catch((cause: unknown) => {
    throw Object.assign(new ApiProblem(0, '', { detail: 'The file can’t be read.' }), { cause })
  })
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return Array.from(sha256(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
