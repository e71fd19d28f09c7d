import type { Queue } from '@millrace/dispatch/boss'
import type { Logger } from 'pino'
import { decryptMail, type EncryptedMail, encryptMail } from './encrypted-mail.ts'
import type { Mail, Mailer } from './mail.ts'
import type { Transport } from './transport.ts'

/** The pg-boss queue that holds emails. */
export const MAIL_QUEUE = 'mail'

/** The queue with emails that could not be delivered. Administrators retry or discard them. */
export const FAILED_MAIL_QUEUE = 'mail-failed'

const THIRTY_DAYS = 2_592_000

/** Sixteen attempts with growing delays span about 20 hours. pg-boss deletes a sent email within 11 minutes. */
const DELIVERY = { retryLimit: 15, retryDelay: 5, retryBackoff: true, retryDelayMax: 14_400, deleteAfterSeconds: 300 }

/** Operations for administrators on queued emails. */
export interface MailQueue {
  decrypt(mail: EncryptedMail): Promise<Mail>
  /** Makes an email due now if it has failed or waits for its next attempt. Returns whether the email was found. */
  retry(id: string): Promise<boolean>
  discard(id: string): Promise<boolean>
}

/** Sends email through the job queue, so no request waits for SMTP and no email is lost if the mail server is down. */
export async function startMail(
  deps: { queue: Queue; log: Logger; transport: Transport; secret: string },
  options: { pollSeconds?: number } = {},
): Promise<Mailer & { queued: MailQueue; stop(): Promise<void> }> {
  const { queue, log, transport, secret: key } = deps
  await queue.createQueue(FAILED_MAIL_QUEUE, { retentionSeconds: THIRTY_DAYS, retryLimit: 0 })
  await queue.createQueue(MAIL_QUEUE, { ...DELIVERY, deadLetter: FAILED_MAIL_QUEUE })
  const worker: string = await queue.work<EncryptedMail>(
    MAIL_QUEUE,
    { batchSize: 1, pollingIntervalSeconds: options.pollSeconds ?? 5 },
    async ([job]) => {
      if (!job) return
      // Several calls to `send` may wake the worker only once, so the worker also wakes itself for the next email.
      queue.notifyWorker(worker)
      const mail = await decryptMail(key, job.data)
      const outcome = await transport.deliver(job.id, mail).catch((error: Error) => {
        log.warn({ subject: mail.subject, reason: error.message }, 'email could not be sent; retrying')
        throw error
      })
      log.info({ subject: mail.subject }, `email ${outcome}`)
    },
  )
  // Replies do not wait until their emails are queued, so `stop` waits for these emails.
  const sending = new Set<Promise<void>>()

  async function enqueue(mail: Mail): Promise<void> {
    await queue.send(MAIL_QUEUE, await encryptMail(key, mail))
    queue.notifyWorker(worker)
  }

  return {
    async send(mail) {
      const sent = enqueue(mail)
      sending.add(sent)
      await sent.finally(() => sending.delete(sent))
    },
    queued: {
      decrypt: (mail) => decryptMail(key, mail),
      async retry(id) {
        const moved = await queue.redrive(FAILED_MAIL_QUEUE, { ids: [id] })
        const { updated } =
          moved > 0 ? { updated: 0 } : await queue.update(MAIL_QUEUE, undefined, { id, startAfter: new Date() })
        queue.notifyWorker(worker)
        return moved + updated > 0
      },
      async discard(id) {
        const [failed] = await queue.findJobs(FAILED_MAIL_QUEUE, { id })
        if (failed) await queue.deleteJob(FAILED_MAIL_QUEUE, id)
        return failed !== undefined
      },
    },
    async stop() {
      await Promise.allSettled(sending)
      await queue.offWork(MAIL_QUEUE)
      transport.close()
    },
  }
}
