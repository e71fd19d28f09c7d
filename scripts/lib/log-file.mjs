import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const MOST_BYTES = 20_000_000

/**
 * A log that keeps itself small: at 20 MB it starts anew, and the file before is kept as `.1`.
 * @param {string} file
 */
export function openLog(file) {
  mkdirSync(dirname(file), { recursive: true })
  let target = openSync(file, 'a', 0o600)
  let size = fstatSync(target).size

  function turn() {
    renameSync(file, `${file}.1`)
    const fresh = openSync(file, 'a', 0o600)
    closeSync(target)
    target = fresh
    size = 0
  }

  return {
    file,
    /** @param {string} line */
    write(line) {
      try {
        size += writeSync(target, `${line}\n`)
        if (size >= MOST_BYTES) turn()
      } catch {
        // The disk is full or the file is gone. The product goes on without these lines.
      }
    },
  }
}
