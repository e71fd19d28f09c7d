import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'

/** Returns a log and its entries, which grow as the log is written. */
export function recordedLog(): { log: Logger; entries: object[] } {
  const entries: object[] = []
  const write = (line: unknown, _encoding: string, done: () => void) => {
    entries.push(JSON.parse(String(line)))
    done()
  }
  return { log: pino(new Writable({ write })), entries }
}
