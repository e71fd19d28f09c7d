import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Returns an SQLite database created by these statements. */
export function sqliteFile(sql: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  try {
    const path = join(folder, 'made.sqlite')
    const database = new DatabaseSync(path, { defensive: false })
    database.exec(sql)
    database.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
