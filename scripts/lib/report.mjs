import { say } from './say.mjs'

const WARNING = 40
const ERROR = 50

/**
 * Writes the lines of a part to its log, except for the setup link, and shows on the terminal what the operator needs:
 * that link, warnings, errors, and unstructured output.
 * @param {string} part
 * @param {{ write(line: string): void }} log
 * @returns {(line: string, isError: boolean) => void}
 */
export function reporter(part, log) {
  return (line, isError) => {
    if (line.startsWith('Set up: ')) {
      // Whoever opens the link becomes an administrator, so the link is shown but not logged.
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
