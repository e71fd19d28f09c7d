import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '#env.ts'
import type { Mail } from './mail.ts'

export type Outbox = ReturnType<typeof openOutbox>

/** A file of the outbox: `2026-11-23T10-15-30.000Z-<id>.json`. */
export interface OutboxFile {
  id: string
  at: Date
  path: string
}

const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([0-9a-f-]{36})\.json$/

/** Opens the folder to which emails are written if no mail server is configured. */
export function openOutbox({ MILLRACE_DATA }: Pick<Env, 'MILLRACE_DATA'>) {
  const folder = path.join(MILLRACE_DATA, 'outbox')
  return {
    /**
     * Writes two files that only the operator can read: the message for mail programs (.eml), and its text for the
     * administrators' page (.json).
     */
    async write(mail: { id: string; at: Date; message: Buffer; mail: Mail }): Promise<string> {
      const name = path.join(folder, `${mail.at.toISOString().replaceAll(':', '-')}-${mail.id}`)
      const { to, subject, text } = mail.mail
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(`${name}.json`, JSON.stringify({ to, subject, text }))
      await writeWhole(`${name}.eml`, mail.message)
      return `${name}.eml`
    },

    async files(): Promise<OutboxFile[]> {
      const names = await readdir(folder).catch(() => [] as string[])
      return names
        .toSorted()
        .reverse()
        .flatMap((name) => fileOf(folder, name))
    },

    async read(file: OutboxFile): Promise<Pick<Mail, 'to' | 'subject' | 'text'>> {
      return JSON.parse(await readFile(file.path, 'utf8')) as Mail
    },
  }
}

/** Writes a file atomically, so that no incomplete file is ever visible under its name. */
async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

function fileOf(folder: string, name: string): OutboxFile[] {
  const [, day, hour, minute, second, id] = NAME.exec(name) ?? []
  if (id === undefined) return []
  return [{ id, at: new Date(`${day}${hour}:${minute}:${second}`), path: path.join(folder, name) }]
}
