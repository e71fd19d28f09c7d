import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './connect.ts'
import { isUnavailable } from './faults.ts'
import { testDatabase } from './testing/database.ts'

const NAME = '.s.PGSQL.5432'

it('FLT13 a statement sent on a connection that was just cut is worth retrying later', async () => {
  const address = new URL((await testDatabase()).url)
  const socket = path.join(address.searchParams.get('host') ?? '', NAME)
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-cut-'))
  const ends = new Set<net.Socket>()
  const between = net.createServer((near) => {
    const far = net.connect(socket)
    for (const end of [near, far]) ends.add(end.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((settle) => between.listen(path.join(folder, NAME), settle))
  address.searchParams.set('host', folder)
  const db = openDatabase(address.href, { max: 1 })
  onTestFinished(async () => {
    await db.close()
    await rm(folder, { recursive: true })
  })
  await db.pool.query('select 1')

  between.close()
  for (const end of ends) end.destroy()
  const cut = await db.pool.query('select 1').catch((error: unknown) => error)

  expect([isUnavailable(cut), String(cut)]).toEqual([true, expect.stringMatching(/EPIPE|ECONNRESET|terminated/)])
})
