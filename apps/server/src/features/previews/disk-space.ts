import { statfs } from 'node:fs/promises'
import { Problem } from '#problem.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'

/**
 * The engine may use up to `DISK_SHARE` of the free disk space. Reading a table needs `DISK_NEED` times the size of its
 * file, plus a reserve that must stay free: `DISK_SPARE.share` times the size of the file, but at most
 * `DISK_SPARE.most` bytes.
 */
const DISK_SHARE = 0.7
const DISK_NEED = 0.8
const DISK_SPARE = { share: 4, most: 1_000_000_000 }
/** Maximum share of the free disk space for the copy of a text. */
const TEXT_SHARE = 0.5

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Returns the maximum size, in bytes, of all cached copies together. */
export async function cacheSpace(folder: string): Promise<number> {
  const { cacheBytes, cacheShare } = PREVIEW_LIMITS
  return Math.max(cacheBytes, (await freeBytes(folder)) * cacheShare)
}

/** Returns the maximum size, in bytes, of the copy of one file's text. */
export async function textSpace(folder: string, cacheBytes?: number): Promise<number> {
  const free = await freeBytes(folder)
  return Math.floor(Math.min(cacheBytes ?? (await cacheSpace(folder)), free * TEXT_SHARE))
}

/**
 * Returns how many bytes the engine may spill to disk. Throws a Problem if the disk has too little space for the table.
 */
export async function scratchSpace(folder: string, sizeInBytes: number): Promise<number> {
  const free = await freeBytes(folder)
  const spare = Math.min(DISK_SPARE.most, sizeInBytes * DISK_SPARE.share)
  const needed = sizeInBytes * DISK_NEED + spare
  if (free < needed) {
    const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
    throw new Problem(
      'storage-full',
      `Reading all of this table needs ${gigabytes(needed)} of free disk space, but the server has only ${gigabytes(free)} left. Ask an administrator to free some.`,
    )
  }
  return Math.min(Math.max(PREVIEW_LIMITS.engineScratchBytes, 2 * sizeInBytes), Math.floor(free * DISK_SHARE))
}
