import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { isAlive, readPidFile } from './embedded-postmaster.ts'

const folders: string[] = []
const asRoot = process.getuid?.() === 0
/**
 * The data directory that tests share if they stop their server, because creating a cluster takes more than a second of
 * CPU time.
 */
const shared = newFolder('shared')

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

afterAll(() => rmSync(shared, { recursive: true, force: true }))

describe('startEmbedded', () => {
  it('keeps committed data across restarts', async () => {
    const first = await startEmbedded({ dataDirectory: shared })
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()

    const second = await startEmbedded({ dataDirectory: shared })
    const rows = await query(second.url, 'select answer from kept')
    await second.stop()

    expect(rows).toEqual([{ answer: 42 }])
    expect(second.notes).toEqual([])
    expect(isAlive(second.pid)).toBe(false)
  })

  it('gives the application an unprivileged role on a durable server without TCP', async () => {
    const server = await startEmbedded({ dataDirectory: shared })

    const rights = await query(server.url, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
    const settings = await query(
      server.url,
      `select name, setting from pg_settings where name in ('fsync', 'data_checksums', 'listen_addresses') order by name`,
    )
    await server.stop()

    expect(rights).toEqual([{ rolsuper: false, rolbypassrls: false }])
    expect(settings.map((row) => row.setting)).toEqual(['on', 'on', ''])
  })

  it('stops the server that a killed process left running and starts again with its data', async () => {
    const dataDirectory = folderFor('orphan')
    const left = await crashedServer(dataDirectory)
    expect(isAlive(left)).toBe(true)

    const server = await startEmbedded({ dataDirectory })
    const rows = await query(server.url, 'select count(*)::int as databases from pg_database')
    await server.stop()

    expect(isAlive(left)).toBe(false)
    expect(rows).toEqual([{ databases: 4 }])
    expect(server.notes).toEqual([expect.stringContaining(String(left))])
  })

  it('starts when the pid in a stale pid file belongs to an unrelated process', async () => {
    const server = await startEmbedded({ dataDirectory: shared })
    process.kill(server.pid, 'SIGKILL')
    await server.ended
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    writePid(server.cluster, stranger.pid as number)

    const again = await startEmbedded({ dataDirectory: shared })
    await again.stop()

    expect(isAlive(stranger.pid as number)).toBe(true)
    stranger.kill()
  })

  it.runIf(asRoot)(
    'stores the data elsewhere, and reports it, when the database user cannot access the parent folder',
    async () => {
      const parent = folderFor('parent')
      chmodSync(parent, 0o700)
      const dataDirectory = join(parent, 'data')

      const first = await startEmbedded({ dataDirectory })
      await first.stop()
      const second = await startEmbedded({ dataDirectory })
      await second.stop()

      folders.push(dirname(first.cluster))
      expect(first.cluster).toMatch(/^\/var\/lib\/millrace\//)
      expect(first.notes.join()).toContain(first.cluster)
      expect(second.cluster).toBe(first.cluster)
    },
  )

  it.runIf(asRoot)('refuses to create an empty database when the folder that held the data is missing', async () => {
    const dataDirectory = folderFor('moved')
    const elsewhere = join(dataDirectory, 'not-here', 'postgres')
    writeFileSync(join(dataDirectory, 'postgres.path'), `${elsewhere}\n`)
    mkdirSync(join(dataDirectory, 'objects'))

    await expect(startEmbedded({ dataDirectory })).rejects.toThrow(
      `The database of ${dataDirectory} was stored in ${elsewhere}, which no longer exists.`,
    )
  })

  it.skipIf(asRoot)('says in one line what to do when the data directory is not accessible', async () => {
    const dataDirectory = folderFor('closed')
    chmodSync(dataDirectory, 0o500)

    await expect(startEmbedded({ dataDirectory })).rejects.toThrow(/^The data directory .* MILLRACE_DATA/)
  })
})

/** Creates a folder that is removed after the running test. */
function folderFor(name: string): string {
  const folder = newFolder(name)
  folders.push(folder)
  return folder
}

function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `embedded-${name}-`))
  if (asRoot) chmodSync(folder, 0o755)
  return folder
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}

/** Starts the server from a child process, kills the child, and returns the pid of the server, which keeps running. */
async function crashedServer(dataDirectory: string): Promise<number> {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
    const { pid } = await startEmbedded({ dataDirectory: ${JSON.stringify(dataDirectory)} })
    console.log(pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return Number(line)
}

function writePid(cluster: string, pid: number): void {
  const file = join(cluster, 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(readPidFile(cluster)?.pid).toBe(Number(lines[0]))
  writeFileSync(file, [pid, ...lines.slice(1)].join('\n'))
}
