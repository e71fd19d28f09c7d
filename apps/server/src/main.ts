import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { openDatabase } from '@millrace/db/connect'
import { migrate } from '@millrace/db/migrate'
import { nameSearchAdvice } from '@millrace/db/name-search'
import { newUuidV7 } from '@millrace/db/new-id'
import { waitForDatabase } from '@millrace/db/wait-for-database'
import { startQueue } from '@millrace/dispatch/boss'
import { directoryStorage } from '@millrace/storage/directory'
import { pino } from 'pino'
import { openAccounts } from './accounts.ts'
import { createApp } from './app.ts'
import { AUTH_LIMITS } from './auth/limits.ts'
import { createPasswords } from './auth/passwords.ts'
import { readSecret } from './auth/secret.ts'
import type { Deps } from './deps.ts'
import { type Env, readEnv } from './env.ts'
import { openHub } from './events/hub.ts'
import { failpoints } from './failpoints.ts'
import { registerEngineStep } from './features/processing-steps/engine-steps.service.ts'
import { EXECUTE_WORKFLOW_MANIFEST } from './features/workflows/execute-workflow.rules.ts'
import { sendDirectly } from './http/direct-body.ts'
import { webFiles } from './http/web-files.ts'
import { BODY_LIMITS } from './limiter/body-limits.ts'
import { openLanes } from './limiter/lanes.ts'
import { loggedError } from './log-errors.ts'
import { repairQueues, startMaintenance } from './maintenance.ts'
import { watchMemory } from './memory-watch.ts'

/** Timeouts of Node's HTTP server. Bodies have their own, stricter limits, so `requestTimeout` is only a fallback. */
const HTTP_TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: BODY_LIMITS.uploadMs + 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5000,
}
const RESERVED_CONNECTIONS = 6
const CLOSE_MS = 9000
/** Maximum time for which a shutdown waits for running requests, such as long uploads, before it aborts them. */
const ANSWER_MS = 5000

async function openDeps(env: Env): Promise<Deps> {
  const redact = ['*.password', '*.authorization', '*.cookie']
  const log = pino({ level: env.LOG_LEVEL, base: undefined, redact, serializers: { err: loggedError } })
  const reach = failpoints(env.FAILPOINTS, env.NODE_ENV)
  await waitForDatabase(env.DATABASE_URL, { waitMs: env.DATABASE_WAIT * 1000, say: (line) => log.warn(line) })
  await migrate(env.DATABASE_URL, (sentence) => log.warn(sentence))
  const db = openDatabase(env.DATABASE_URL)
  const reserved = openDatabase(env.DATABASE_URL, { max: RESERVED_CONNECTIONS })
  const advice = await nameSearchAdvice(db)
  if (advice) log.warn(advice)
  return {
    env,
    log,
    db,
    reserved,
    lanes: openLanes(),
    bodyLimits: BODY_LIMITS,
    queue: await startQueue(db, {
      onError: (err) => log.warn({ err }, 'queue maintenance failed and will be retried'),
    }),
    storage: await directoryStorage(path.join(env.MILLRACE_DATA, 'objects'), {
      reserveBytes: env.STORAGE_RESERVE_MB === undefined ? undefined : env.STORAGE_RESERVE_MB * 1_000_000,
    }),
    hub: await openHub(env.DATABASE_URL, reach),
    secret: await readSecret(env, db),
    now: () => new Date(),
    newId: () => newUuidV7(),
    randomBytes,
    reach,
    passwords: createPasswords(),
    limits: AUTH_LIMITS,
  }
}

async function main(): Promise<void> {
  const deps = await openDeps(readEnv(process.env))
  const { env, log, db, reserved, queue, hub } = deps
  const accounts = await openAccounts({ ...deps, db: reserved })
  const {
    app,
    engine,
    endWaiting,
    close: closeApp,
  } = createApp(deps, accounts, env.MILLRACE_WEB ? await webFiles(env.MILLRACE_WEB) : undefined)
  await registerEngineStep(deps, EXECUTE_WORKFLOW_MANIFEST)
  await repairQueues(deps)
  const maintenance = startMaintenance({ ...deps, db: reserved, engine, newsletter: accounts.newsletter })
  const server = serve(
    {
      fetch: sendDirectly(app.fetch),
      hostname: env.HOST,
      port: env.PORT,
      serverOptions: HTTP_TIMEOUTS,
    },
    ({ port }) => log.info({ host: env.HOST, port }, 'listening'),
  )
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${env.PORT} is in use. Set PORT to a free one.` : String(error))
    process.exit(1)
  })

  let closing = false
  const close = async (exitCode = 0) => {
    if (closing) return
    closing = true
    setTimeout(() => process.exit(1), CLOSE_MS).unref()
    // Closes each connection after its running request, instead of keeping it open for another one.
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = 1
    const answered = new Promise((settle) => server.close(settle))
    endWaiting()
    await Promise.race([answered, sleep(ANSWER_MS)])
    if ('closeAllConnections' in server) server.closeAllConnections()
    await maintenance.stop()
    await closeApp()
    await hub.close()
    await queue.stop({ graceful: false })
    await accounts.close()
    await Promise.all([db.close(), reserved.close()])
    log.info('closed')
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void close())
  process.on('SIGINT', () => void close())
  const memoryMb = env.SERVER_MEMORY_MB
  watchMemory(memoryMb && memoryMb * 1e6, (bytes) => {
    log.error(`The server uses ${Math.round(bytes / 1e6)} MB of memory. The limit is ${memoryMb} MB. Restarting.`)
    void close(1)
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
