import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

interface Mail {
  to: string
  subject: string
  text: string
  /** The first link in the email. */
  link: string
}

/** An SMTP server on loopback that stores what it receives. */
export interface Mailbox {
  url: string
  /** Waits for an email with this subject to the address, and returns the newest one. */
  mailTo(to: string, subject: string): Promise<Mail>
  close(): void
}

export async function mailServer(): Promise<Mailbox> {
  const received: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(readMail(Buffer.concat(chunks).toString()))
        done()
      })
    },
  })
  const port = await new Promise<number>((settle) => {
    const listening = server.listen(0, '127.0.0.1', () => settle((listening.address() as { port: number }).port))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailTo: (to, subject) => newest(() => received, to, subject),
    close: () => server.close(),
  }
}

/** Returns the newest email in the outbox of a product without a mail server. */
export function outboxMail(dataDirectory: string, to: string, subject: string): Promise<Mail> {
  const folder = join(dataDirectory, 'outbox')
  const names = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return newest(
    () =>
      names()
        .toSorted()
        .map((name) => readMail(readFileSync(join(folder, name), 'utf8'))),
    to,
    subject,
  )
}

async function newest(all: () => Mail[], to: string, subject: string): Promise<Mail> {
  const find = () => all().findLast((mail) => mail.to === to && mail.subject.includes(subject))
  await expect.poll(find, { message: `a mail "${subject}" to ${to}`, timeout: 20_000 }).toBeDefined()
  return find() as Mail
}

function readMail(source: string): Mail {
  const header = (name: string) => new RegExp(`^${name}: (.*?)\\r?$`, 'm').exec(source)?.[1] ?? ''
  const plain = /Content-Type: text\/plain[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(source)?.[1] ?? ''
  const bytes = plain
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return { to: header('To'), subject: header('Subject'), text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' }
}
