import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backUpEmbedded } from '@millrace/db/embedded-backup'
import { Refusal, say, seconds } from './say.mjs'

/**
 * Folders that are copied in addition to the database. All other folders can be created again or are not worth keeping.
 */
const KEPT = ['objects', 'outbox']
const UNFINISHED = /^tmp$/

/**
 * Copies the data of a running installation with the built-in database into a new folder. The copy is a complete data
 * directory. The folder gets its final name once the copy is complete and on the disk.
 */
export async function backUp(folder: string | undefined): Promise<void> {
  if (!folder) throw new Refusal('Usage: npm run backup -- <new folder>')
  if (process.env.DATABASE_URL) {
    throw new Refusal(
      'DATABASE_URL is set. Back up that database with its own tools, and then copy the data directory.',
    )
  }
  const [data, target] = [resolve(process.env.MILLRACE_DATA || 'data'), resolve(folder)]
  if (existsSync(target)) throw new Refusal(`${target} already exists. Name a new folder.`)
  const started = performance.now()
  const unfinished = `${target}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const { files, bytes } = await backUpEmbedded(
    data,
    unfinished,
    async (copied) => {
      for (const name of KEPT) {
        if (existsSync(join(data, name)))
          await copied.folder(join(data, name), join(unfinished, name), { leaveOut: UNFINISHED })
      }
      await rename(unfinished, target)
    },
    (copied) => ({ finishedAt: new Date().toISOString(), path: target, bytes: copied.bytes, files: copied.files }),
  )
  say('backup', 'complete', `${files} files, ${(bytes / 1e6).toFixed(1)} MB in ${target} (${seconds(started)})`)
}
