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
  return {
    file,
    /** @param {string} line */
    write(line) {
      size += writeSync(target, `${line}\n`)
      if (size < MOST_BYTES) return
      closeSync(target)
      renameSync(file, `${file}.1`)
      target = openSync(file, 'a', 0o600)
      size = 0
    },
  }
}
