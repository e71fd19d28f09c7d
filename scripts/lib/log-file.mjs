import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const BYTES_MAX = 20_000_000

/**
 * Opens a log file. At 20 MB, the file is renamed to `.1`, which replaces the previous `.1`.
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
        if (size >= BYTES_MAX) turn()
      } catch {
        // The disk is full or the file no longer exists. The line is lost, but the product keeps running.
      }
    },
  }
}
