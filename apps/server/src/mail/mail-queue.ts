import type { Queue } from '@millrace/dispatch/boss'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Logger } from 'pino'
import type { Mail, Mailer } from './mail.ts'
import type { Transport } from './transport.ts'

/** The queue of pg-boss that holds emails. */
export const MAIL_QUEUE = 'mail'

/** Sixteen attempts with growing delays span about two days. A sent email is deleted within minutes. */
const DELIVERY = { retryLimit: 15, retryDelay: 5, retryBackoff: true, retryDelayMax: 14_400, deleteAfterSeconds: 300 }

/**
 * Sends email through the job queue, so that no request waits for SMTP and no email is lost while the mail server is
 * down. Emails contain tokens and are therefore encrypted while queued.
 */
export async function startMail(
  deps: { queue: Queue; log: Logger; transport: Transport; secret: string },
  options: { pollSeconds?: number } = {},
): Promise<Mailer & { stop(): Promise<void> }> {
  const { queue, log, transport, secret: key } = deps
  await queue.createQueue(MAIL_QUEUE, DELIVERY)
  const worker: string = await queue.work<{ sealed: string }>(
    MAIL_QUEUE,
    { batchSize: 1, pollingIntervalSeconds: options.pollSeconds ?? 5 },
    async ([job]) => {
      if (!job) return
      queue.notifyWorker(worker) // a burst of emails wakes the worker only once, so it fetches the next email at once
      const mail = JSON.parse(await symmetricDecrypt({ key, data: job.data.sealed })) as Mail
      const outcome = await transport.deliver(job.id, mail).catch((error: Error) => {
        log.warn({ subject: mail.subject, reason: error.message }, 'email could not be sent; retrying')
        throw error
      })
      log.info({ subject: mail.subject }, `email ${outcome}`)
    },
  )
  return {
    async send(mail) {
      await queue.send(MAIL_QUEUE, { sealed: await symmetricEncrypt({ key, data: JSON.stringify(mail) }) })
      queue.notifyWorker(worker)
    },
    async stop() {
      await queue.offWork(MAIL_QUEUE)
      transport.close()
    },
  }
}
