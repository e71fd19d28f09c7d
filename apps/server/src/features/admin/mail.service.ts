import {
  MAIL_SHOWN,
  type MailReport,
  type OutboxMail,
  type OutboxMailText,
  type QueuedMail,
} from '@millrace/contracts/system'
import { asActor, asSystem } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { FAILED_MAIL_QUEUE, MAIL_QUEUE, type MailQueue } from '#mail/mail-queue.ts'
import type { Outbox, OutboxFile } from '#mail/outbox.ts'
import { Problem } from '#problem.ts'
import * as store from './mail.store.ts'

export type MailService = ReturnType<typeof mailService>

/** Administrators' access to unsent emails, in the queues and in the outbox. */
export function mailService({ db }: Pick<Deps, 'db'>, queued: MailQueue, outbox: Outbox) {
  async function opened(file: OutboxFile): Promise<OutboxMailText> {
    return { id: file.id, ...(await outbox.read(file)), writtenAt: file.at.toISOString() }
  }

  async function listed(row: store.QueuedRow): Promise<QueuedMail> {
    const { to, subject } = await queued.decrypt(row.data)
    const state = row.isFailed ? 'failed' : row.attempts > 0 ? 'retrying' : 'waiting'
    return {
      ...{ id: row.id, to, subject, state, attempts: row.attempts, error: row.error },
      queuedAt: row.queuedAt.toISOString(),
      nextAttemptAt: row.isFailed ? null : row.nextAttemptAt.toISOString(),
    }
  }

  return {
    async report(): Promise<MailReport> {
      const rows = await asSystem(db, (tx) => store.queuedMail(tx, { queue: MAIL_QUEUE, failed: FAILED_MAIL_QUEUE }))
      const files = await outbox.files()
      const shown = await Promise.all(files.slice(0, MAIL_SHOWN).map(opened))
      return {
        queued: await Promise.all(rows.map(listed)),
        queuedTotal: rows[0]?.total ?? 0,
        outbox: shown.map(({ text: _text, ...mail }) => mail satisfies OutboxMail),
        outboxTotal: files.length,
      }
    },

    /**
     * Returns an email in the outbox. Reading it is recorded in the activity log, because a link in the email may let
     * the administrator act for the recipient.
     */
    async read(actor: Actor, id: string): Promise<OutboxMailText> {
      const file = (await outbox.files()).find((one) => one.id === id)
      if (!file) throw notFound()
      const mail = await opened(file)
      await asActor(db, actor, (tx) => store.recordOpenedMail(tx, mail))
      return mail
    },

    async retry(id: string): Promise<void> {
      if (!(await queued.retry(id))) throw notFound()
    },

    async discard(id: string): Promise<void> {
      if (!(await queued.discard(id))) throw notFound()
    },
  }
}

function notFound(): Problem {
  return new Problem('not-found', 'This email is no longer in the queue. It may have been sent.')
}
