import { constants, open, readFile } from 'node:fs/promises'

/*
 * What is known of the bytes of a partial upload, in a small file beside it: up to where they are durable, and up to
 * where the operating system has them. The latter survives the end of this process but not that of the system, so it
 * comes with the id of the system's boot and counts only until the next one.
 */

/** How many bytes of a partial upload survive a crash of the system, and how many that of this process. */
export interface PartSizes {
  durable: number
  received: number
}

const DIGITS = 16
const BOOT_CHARACTERS = 36

/** The id of the boot of this system. Undefined where the system has none. */
export async function idOfBoot(): Promise<string | undefined> {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return text.trim() || undefined
}

/** The durable size is written twice, so that a crash in the middle of the write does not leave another number. */
export function sizesText({ durable, received }: PartSizes, bootId = ''): string {
  const digits = [durable, durable, received].map((size) => String(size).padStart(DIGITS, '0'))
  return [...digits, bootId.padEnd(BOOT_CHARACTERS)].join(' ')
}

/**
 * Reads what `writeSizes` has written. After another boot, only durable bytes count as received. 0 bytes if there is no
 * file.
 */
export async function readSizes(file: string, bootId: string | undefined): Promise<PartSizes> {
  const [first, second, third, boot] = (await readFile(file, 'utf8').catch(missing)).split(' ')
  const durable = first === second ? Number(first) : 0
  return { durable, received: bootId && boot === bootId ? Number(third) : durable }
}

/**
 * Overwrites the few bytes in place, and does not sync them: after a crash of the system, an older size costs the client
 * only bytes that it sends again.
 */
export async function writeSizes(file: string, sizes: PartSizes, bootId: string | undefined): Promise<void> {
  await using handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  await handle.write(sizesText(sizes, bootId), 0)
}

function missing(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error
  return ''
}
