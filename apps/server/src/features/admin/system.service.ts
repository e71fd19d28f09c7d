import type { SystemReport } from '@millrace/contracts/system'
import { asSystem } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import type { Newsletter } from '#features/newsletter/newsletter.service.ts'
import { FAILED_MAIL_QUEUE, MAIL_QUEUE } from '#mail/mail-queue.ts'
import * as store from './system.store.ts'

export type SystemService = ReturnType<typeof systemService>

/** Reports the state of the installation to administrators. */
export function systemService(
  { db, env, storage }: Pick<Deps, 'db' | 'env' | 'storage'>,
  newsletter: Pick<Newsletter, 'report'>,
) {
  return {
    async report(): Promise<SystemReport> {
      const facts = await asSystem<Omit<SystemReport, 'newsletter'>>(db, async (tx) => ({
        version: env.MILLRACE_VERSION,
        database: await store.database(tx),
        storage: { ...(await storage.room()), ...(await store.usage(tx)) },
        queue: await store.queue(tx),
        workers: await store.workers(tx),
        backup: await store.backup(tx),
        mail: {
          transport: env.SMTP_URL ? 'smtp' : 'outbox',
          ...(await store.mail(tx, { queue: MAIL_QUEUE, failed: FAILED_MAIL_QUEUE })),
        },
      }))
      return { ...facts, newsletter: await newsletter.report() }
    },
  }
}
