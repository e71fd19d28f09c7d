import nodemailer from 'nodemailer'
import type { Deps } from '#deps.ts'
import type { Mail } from './mail.ts'
import { type Outbox, openOutbox } from './outbox.ts'

/** Delivers emails. `deliver` returns what was done, for the log. If it throws, the queue retries. */
export interface Transport {
  deliver(id: string, mail: Mail): Promise<string>
  close(): void
}

/** Sends by SMTP if SMTP_URL is set. Otherwise writes emails to the outbox for the operator. */
export function mailTransport({ env, now }: Pick<Deps, 'env' | 'now'>): Transport {
  return env.SMTP_URL ? smtp(env.SMTP_URL, env.MAIL_FROM) : outbox(openOutbox(env), env.MAIL_FROM, now)
}

function smtp(url: string, from: string): Transport {
  const connection = nodemailer.createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true })
  return {
    async deliver(id, mail) {
      await connection.sendMail({ ...mail, messageId: `<${id}@millrace>` })
      return 'sent'
    },
    close: () => connection.close(),
  }
}

function outbox(files: Outbox, from: string, now: () => Date): Transport {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    async deliver(id, mail) {
      const { message } = await writer.sendMail({ ...mail, messageId: `<${id}@millrace>` })
      const file = await files.write({ id, at: now(), message: message as Buffer, mail })
      return `written to ${file} because SMTP_URL is not set`
    },
    close: () => writer.close(),
  }
}
