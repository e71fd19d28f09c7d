import { say } from './say.mjs'

const WARNING = 40
const ERROR = 50

/**
 * Returns a function that receives the lines of a part. It writes them to the part's log and prints those that the
 * operator needs: warnings, errors, and unstructured output.
 * @param {string} part
 * @param {{ write(line: string): void }} log
 * @returns {(line: string, isError: boolean) => void}
 */
export function reporter(part, log) {
  return (line, isError) => {
    if (line.startsWith('Set up: ')) {
      // The setup link is printed but not logged, because whoever opens it becomes an administrator.
      process.stdout.write(`${line}\n`)
      return
    }
    log.write(line)
    const entry = structured(line)
    if (entry === undefined) {
      if (line.trim() !== '') say(part, isError ? 'error' : 'says', line)
      return
    }
    if (entry.level >= WARNING) say(part, entry.level >= ERROR ? 'error' : 'warning', entry.text)
  }
}

/** @param {string} line */
function structured(line) {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, msg, err } = JSON.parse(line)
    return { level: Number(level), text: [msg, err?.message].filter(Boolean).join(': ') }
  } catch {
    return undefined
  }
}
