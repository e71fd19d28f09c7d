import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../embedded.ts'
import { isAlive, stopAbandonedServer } from '../embedded-postmaster.ts'
import { APPLICATION_ROLE, socketUrl } from '../embedded-settings.ts'
import { migrate } from '../migrate.ts'
import { startOtherPostgres } from './other-postgres.ts'

/** What a test file needs to clone the migrated template. */
export interface TestCluster {
  superuserUrl: string
  template: string
}

const TEMPLATE = 'millrace_template'
const PREFIX = 'millrace-tests-'

/** Test databases exist only for seconds, so they need not survive a power failure or be vacuumed. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
}

/**
 * Starts the PostgreSQL server of a test run in a temporary folder and migrates the template that test files clone.
 * To use another version, set TEST_POSTGRES to the folder of that version's programs, such as
 * `/usr/lib/postgresql/15/bin`.
 */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  await removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o711)
  const server = await startServer(folder)
  const socketDirectory = new URL(server.superuserUrl).searchParams.get('host') ?? ''
  await asSuperuser(server.superuserUrl, `create database ${TEMPLATE} owner ${APPLICATION_ROLE}`)
  await migrate(socketUrl(APPLICATION_ROLE, TEMPLATE, socketDirectory))
  return {
    superuserUrl: server.superuserUrl,
    template: TEMPLATE,
    async stop() {
      await server.stop()
      deleteInBackground(folder)
    },
  }
}

async function startServer(folder: string): Promise<{ superuserUrl: string; stop(): Promise<void> }> {
  const programs = process.env.TEST_POSTGRES
  if (!programs) return startEmbedded({ dataDirectory: folder, settings: FAST })
  const server = await startOtherPostgres(programs, folder, FAST)
  await asSuperuser(server.superuserUrl, `create role ${APPLICATION_ROLE} login`)
  return server
}

/** Runs one statement outside any transaction, on a separate connection. */
export async function asSuperuser(superuserUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Stops servers that killed test runs left behind, and deletes their folders. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0])
    if (isAlive(pid)) continue
    const folder = join(tmpdir(), name)
    await stopAbandonedServer(join(folder, 'postgres'))
    deleteInBackground(folder)
  }
}

/** Deletes a folder without waiting, because deleting all clones of a run takes seconds. */
function deleteInBackground(folder: string): void {
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref()
}
