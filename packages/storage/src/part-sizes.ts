import { constants, open, readFile } from 'node:fs/promises'

/*
 * The sizes of a partial upload are stored in a small file beside it. Received bytes may still be in the operating
 * system's cache. They survive a crash of this process but not of the system, so the received size is stored with the
 * id of the system's boot and is ignored after a reboot.
 */

/**
 * `durable` bytes of a partial upload survive a crash of the system. `received` bytes survive a crash of this process.
 */
export interface PartSizes {
  durable: number
  received: number
}

const DIGITS = 16
const BOOT_CHARACTERS = 36

/** Returns the id of the system's current boot, or undefined if the system has no such id. */
export async function idOfBoot(): Promise<string | undefined> {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return text.trim() || undefined
}

/** Formats the sizes. The durable size is written twice, so `readSizes` recognizes an interrupted write. */
export function sizesText({ durable, received }: PartSizes, bootId = ''): string {
  const digits = [durable, durable, received].map((size) => String(size).padStart(DIGITS, '0'))
  return [...digits, bootId.padEnd(BOOT_CHARACTERS)].join(' ')
}

/** Reads the sizes, which are 0 if there is no file. After a reboot, only durable bytes count as received. */
export async function readSizes(file: string, bootId: string | undefined): Promise<PartSizes> {
  const [first, second, third, boot] = (await readFile(file, 'utf8').catch(missing)).split(' ')
  const durable = first === second ? Number(first) : 0
  return { durable, received: bootId && boot === bootId ? Number(third) : durable }
}

/**
 * Overwrites the sizes in place, without a sync. If a system crash restores an older size, the client only has to send
 * some bytes again.
 */
export async function writeSizes(file: string, sizes: PartSizes, bootId: string | undefined): Promise<void> {
  await using handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  await handle.write(sizesText(sizes, bootId), 0)
}

function missing(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error
  return ''
}
