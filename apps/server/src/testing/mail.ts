import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

export interface ReceivedMail {
  subject: string
  text: string
  /** The first link in the email, and the token in that link. */
  link: string
  token: string
}

/**
 * Returns a function that reads an outbox. The function waits for an email to `to` whose subject contains `subject`. It
 * returns each email only once, and fails if none arrives within ten seconds.
 */
export function outboxReader(folder: string) {
  const read = new Set<string>()
  return async (to: string, subject: string): Promise<ReceivedMail> => {
    for (let tries = 0; tries < 200; tries++) {
      for (const name of (await namesIn(folder)).filter((it) => !read.has(it))) {
        const mail = readMail(await readFile(path.join(folder, name), 'utf8'))
        if (mail.to !== to || !mail.subject.includes(subject)) continue
        read.add(name)
        return mail
      }
      await sleep(50)
    }
    return expect.unreachable(`no mail "${subject}" to ${to}`)
  }
}

export function readMail(source: string): ReceivedMail & { to: string } {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(source.replaceAll('\r', ''))?.[1] ?? ''
  const boundary = /boundary="(.+)"/.exec(source)?.[1] ?? ''
  const part = source.split(`--${boundary}`).find((it) => it.includes('Content-Type: text/plain')) ?? ''
  const plain = part.replace(/^[\s\S]*?\r?\n\r?\n/, '')
  const text = Buffer.from(
    plain
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const token = new URL(link || 'http://none').searchParams.get('token') ?? ''
  return { to: header('To'), subject: header('Subject'), text, link, token }
}

/** Returns the sorted names of the email files. Each name starts with the time. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith('.eml')).toSorted()
}
