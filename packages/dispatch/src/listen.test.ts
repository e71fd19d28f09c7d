import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asSystem } from '@millrace/db/act'
import { type Announcement, CHANNEL } from '@millrace/db/changes'
import { testDatabase } from '@millrace/db/testing/database'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'

const db = await testDatabase()
const toClose: (() => unknown)[] = []

afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
})

describe('listen', () => {
  it('receives the announcements of a transaction when it has committed', async () => {
    const ears = await listening(db.url)

    await asSystem(db, async (tx) => tx.queued('a step'))

    expect((await ears.next()).q).toEqual([['a step', 1]])
  })

  it('receives nothing from a transaction that fails, even if its work ignores the error', async () => {
    const ears = await listening(db.url)

    const failing = asSystem(db, async (tx) => {
      tx.queued('a step')
      await tx.query('select 1 / 0').catch(() => {})
    })

    await expect(failing).rejects.toThrow('current transaction is aborted')
    await asSystem(db, async (tx) => tx.queued('later'))
    expect((await ears.next()).q).toEqual([['later', 1]])
  })

  it('reconnects after the database closes the connection, and reports that it may have missed announcements', async () => {
    const ears = await listening(db.url)

    await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'notify ${CHANNEL}%'`)
    await ears.again()
    await asSystem(db, async (tx) => tx.queued('later'))

    expect((await ears.next()).q).toEqual([['later', 1]])
  })

  it('detects a connection that died silently', async () => {
    const line = await proxyTo(db.url)
    const ears = await listening(line.url, 200)

    line.goSilent()
    await ears.again()
    await asSystem(db, async (tx) => tx.queued('later'))

    expect((await ears.next()).q).toEqual([['later', 1]])
  })

  it('marks the same position on all servers when one of them begins to listen', async () => {
    const first = await listening(db.url)
    const own = await first.mark()
    const second = await listening(db.url)

    const position = (await second.mark()).i
    expect((await first.mark()).i).toBe(position)
    expect(own.i).not.toBe(position)
  })

  it('treats an unreadable announcement as a missed announcement', async () => {
    const ears = await listening(db.url)

    await db.pool.query(`select pg_notify('${CHANNEL}', 'hello')`)

    await ears.again()
  })
})

async function listening(url: string, checkMs?: number) {
  const heard = queue<Announcement>()
  const marks = queue<Announcement>()
  const gaps = queue<true>()
  const connection = listen(
    url,
    {
      onAnnouncement: (announcement) => (announcement.m ? marks : heard).put(announcement),
      onReconnect: () => gaps.put(true),
    },
    checkMs === undefined ? {} : { checkMs },
  )
  toClose.push(connection.close)
  await connection.ready
  await connection.mark()
  return { next: heard.take, mark: marks.take, again: gaps.take }
}

function queue<T>() {
  const items: T[] = []
  const waiting: ((item: T) => void)[] = []
  return {
    put: (item: T) => {
      const taker = waiting.shift()
      if (taker) taker(item)
      else items.push(item)
    },
    take: () => {
      const item = items.shift()
      return item === undefined ? new Promise<T>((settle) => waiting.push(settle)) : Promise.resolve(item)
    },
  }
}

/** Starts a proxy to the database that can drop all traffic without closing connections, like a network failure. */
async function proxyTo(url: string) {
  const target = new URL(url)
  const folder = await mkdtemp(path.join(tmpdir(), 'line-'))
  const socket = path.join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const lines: [net.Socket, net.Socket][] = []
  const server = net.createServer((near) => {
    const far = net.connect(socket)
    lines.push([near, far])
    near.pipe(far).pipe(near)
    for (const end of [near, far]) end.on('error', () => {})
  })
  await new Promise<void>((settle) => server.listen(path.join(folder, '.s.PGSQL.5432'), settle))
  toClose.push(async () => {
    server.close()
    for (const end of lines.flat()) end.destroy()
    await rm(folder, { recursive: true })
  })
  target.searchParams.set('host', folder)
  return {
    url: target.href,
    goSilent: () => {
      for (const [near, far] of lines) {
        near.unpipe(far)
        far.unpipe(near)
        far.resume()
        near.resume()
      }
    },
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: db.superuserUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
