import { readdirSync, readlinkSync } from 'node:fs'

/** Returns the paths of the files that this process has open. Linux only. */
export function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      return [] // the descriptor with which the folder was listed is already closed
    }
  })
}
