import { randomFillSync } from 'node:crypto'

const RANDOM = 10

/**
 * Random bytes for many ids. Calling the generator for each id would take several times as long as the rest of the
 * function.
 */
const random = Buffer.alloc(RANDOM * 256)
let used = random.length

/** Returns a version 7 UUID: the time in milliseconds, followed by 74 random bits, so ids sort by creation time. */
export function newUuidV7(now: number = Date.now()): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = Buffer.allocUnsafe(16)
  bytes.writeUIntBE(now, 0, 6)
  random.copy(bytes, 6, used, used + RANDOM)
  used += RANDOM
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
