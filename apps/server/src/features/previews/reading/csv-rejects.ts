import type { Engine } from './engine.ts'
import { count, Unreadable } from './unreadable.ts'

/** Why the whole file must be read in another way. */
export type Again = 'one-thread' | 'lax' | 'no-quotes' | 'latin-1'

/** What the engine left out of a table, worst first. */
export interface Rejects {
  lines: number
  first: string | undefined
  again: Again | undefined
}

/** Looks at the lines the engine could not take in. */
export async function readRejects(engine: Engine): Promise<Rejects> {
  const rows = await engine.rows(
    'SELECT line, error_type, error_message FROM reject_errors ORDER BY line, column_idx DESC NULLS LAST LIMIT 1',
  )
  const kinds = (await engine.rows('SELECT DISTINCT error_type FROM reject_errors')).map(([kind]) => kind)
  const [line, kind, message] = rows[0] ?? []
  const [[lines] = [0]] = await engine.rows('SELECT count(DISTINCT line) FROM reject_errors')
  return {
    lines: Number(lines),
    first: rows.length === 0 ? undefined : sentence(Number(line), String(kind), String(message)),
    again: againFor(kinds),
  }
}

function againFor(kinds: unknown[]): Again | undefined {
  if (kinds.includes('INVALID ENCODING')) return 'latin-1'
  if (kinds.includes('UNQUOTED VALUE') || kinds.includes('LINE SIZE OVER MAXIMUM')) return 'no-quotes'
  return undefined
}

/** "Line 18,204 has 7 columns, 6 expected." */
export function sentence(line: number, kind: string, message: string): string {
  const where = `Line ${count(line)}`
  const [, expected, found] = /Columns: (\d+) Found: (\d+)/.exec(message) ?? []
  if (expected && found) return `${where} has ${count(Number(found))} columns, ${count(Number(expected))} expected.`
  if (kind === 'UNQUOTED VALUE') return `${where} opens a quotation mark that is never closed.`
  if (kind === 'LINE SIZE OVER MAXIMUM') return `${where} is longer than 2 MB.`
  return `${where} could not be read.`
}

/** What to try after the engine refused the file as a whole; a file it will never take ends here. */
export function afterRefusal(error: unknown): Again {
  const message = error instanceof Error ? error.message : String(error)
  if (/parallel/i.test(message)) return 'one-thread'
  if (/invalid state|strict_mode|strict mode/i.test(message)) return 'lax'
  if (/encoded|unicode/i.test(message)) return 'latin-1'
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? []
  if (line === undefined) throw error
  throw new Unreadable(sentence(Number(line), /unterminated/.test(message) ? 'UNQUOTED VALUE' : '', message))
}
