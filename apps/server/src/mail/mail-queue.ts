import type { Queue } from '@millrace/dispatch/boss'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Logger } from 'pino'
import type { Mail, Mailer } from './mail.ts'
import type { Transport } from './transport.ts'

const QUEUE = 'mail'

/** Sixteen tries with growing pauses are about two days; a mail that left is forgotten within minutes. */
const TRIES = { retryLimit: 15, retryDelay: 5, retryBackoff: true, retryDelayMax: 14_400, deleteAfterSeconds: 300 }

/**
 * Mail by way of the queue: a request never waits for SMTP, and a mail server that is down loses nothing. Mails carry
 * tokens, so in the queue they are encrypted.
 */
export async function startMail(
  deps: { queue: Queue; log: Logger; transport: Transport; secret: string },
  options: { pollSeconds?: number } = {},
): Promise<Mailer & { stop(): Promise<void> }> {
  const { queue, log, transport, secret: key } = deps
  await queue.createQueue(QUEUE, TRIES)
  const worker: string = await queue.work<{ sealed: string }>(
    QUEUE,
    { batchSize: 1, pollingIntervalSeconds: options.pollSeconds ?? 5 },
    async ([job]) => {
      if (!job) return
      queue.notifyWorker(worker) // a burst of mails wakes the worker but once; so it looks for the next right after this
      const mail = JSON.parse(await symmetricDecrypt({ key, data: job.data.sealed })) as Mail
      const outcome = await transport.deliver(job.id, mail).catch((error: Error) => {
        log.warn({ subject: mail.subject, reason: error.message }, 'a mail could not be sent and is tried again')
        throw error
      })
      log.info({ subject: mail.subject }, `mail ${outcome}`)
    },
  )
  return {
    async send(mail) {
      await queue.send(QUEUE, { sealed: await symmetricEncrypt({ key, data: JSON.stringify(mail) }) })
      queue.notifyWorker(worker)
    },
    async stop() {
      await queue.offWork(QUEUE)
      transport.close()
    },
  }
}
