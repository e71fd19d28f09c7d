import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'

/** Returns a logger and an array that receives its entries. */
export function recordedLog(): { log: Logger; entries: object[] } {
  const entries: object[] = []
  const write = (line: unknown, _encoding: string, done: () => void) => {
    entries.push(JSON.parse(String(line)))
    done()
  }
  return { log: pino(new Writable({ write })), entries }
}
