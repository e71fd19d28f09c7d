import type { NewsletterReport } from '@millrace/contracts/system'
import { asSystem } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import type { Env } from '#env.ts'
import { openOutbound } from '#outbound/outbound.ts'
import { Problem } from '#problem.ts'
import { type ListmonkSettings, listmonk } from './listmonk.ts'
import { isDue } from './newsletter.rules.ts'
import * as store from './newsletter.store.ts'
import { syncNewsletter } from './newsletter-sync.ts'

const QUEUE = 'newsletter'
/** At most one sync waits and one runs. A sync that takes longer than an hour counts as failed. */
const SYNC = { policy: 'stately', retryLimit: 0, expireInSeconds: 3600, deleteAfterSeconds: 60 } as const

export type Newsletter = Awaited<ReturnType<typeof openNewsletter>>

/** Syncs the newsletter's subscribers to listmonk. Syncs run as queued jobs, on one server at a time. */
export async function openNewsletter(deps: Pick<Deps, 'db' | 'env' | 'log' | 'now' | 'queue'>) {
  const { db, env, queue, log } = deps
  const settings = listmonkSettings(env)
  const outbound = openOutbound({ trusted: settings ? [settings.url] : [] })
  let running: Promise<unknown> = Promise.resolve()
  let worker = ''

  async function run(list: ListmonkSettings): Promise<void> {
    const sync = await syncNewsletter(deps, listmonk(list, outbound))
    await asSystem(db, (tx) => store.saveSync(tx, sync))
    if (sync.isComplete) log.info(sync, 'newsletter synchronized')
    else log.warn(sync, 'newsletter not synchronized')
  }

  if (settings) {
    await queue.createQueue(QUEUE, SYNC)
    worker = await queue.work(QUEUE, { batchSize: 1, pollingIntervalSeconds: 5 }, () => {
      running = run(settings)
      return running
    })
  }

  async function start(): Promise<void> {
    await queue.send(QUEUE)
    queue.notifyWorker(worker)
  }

  return {
    isConfigured: settings !== undefined,

    async sync(): Promise<void> {
      if (!settings) throw new Problem('action-not-offered', 'Set LISTMONK_URL to synchronize a newsletter.')
      await start()
    },

    async syncIfDue(): Promise<void> {
      if (!settings) return
      const last = await asSystem(db, store.lastSync)
      if (isDue(deps.now(), last ? new Date(last.startedAt) : undefined)) await start()
    },

    report: (): Promise<NewsletterReport | null> =>
      asSystem(db, async (tx) =>
        settings
          ? {
              server: new URL(settings.url).host,
              subscribers: await store.countReaders(tx, env.SMTP_URL !== undefined),
              isRunning: await store.isQueued(tx, QUEUE),
              last: await store.lastSync(tx),
            }
          : null,
      ),

    /** Stops a running sync early. The next sync makes the remaining changes. */
    async stop(): Promise<void> {
      if (settings) await queue.offWork(QUEUE, { wait: false })
      await outbound.close()
      await running.catch(() => {})
    },
  }
}

function listmonkSettings(env: Env): ListmonkSettings | undefined {
  const { LISTMONK_URL: url, LISTMONK_USER: user, LISTMONK_TOKEN: token, LISTMONK_LIST: list } = env
  if (!url || !user || !token || !list) return undefined
  return { url, user, token, list }
}
