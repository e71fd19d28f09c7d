import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SCRIPT = fileURLToPath(new URL('../scripts/backup.mjs', import.meta.url))

/** Runs `npm run backup`. If the command fails, the error contains its stderr. */
export function backUp(dataDirectory: string, target: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [SCRIPT, target], {
    env: { ...process.env, MILLRACE_DATA: dataDirectory },
  })
}
