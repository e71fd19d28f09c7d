import { readdirSync, readlinkSync } from 'node:fs'

/** Returns the paths of the files that this process has open. Linux only. */
export function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      return [] // it was the one that listed them
    }
  })
}
