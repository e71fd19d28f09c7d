import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asSystem } from '@millrace/db/act'
import { openDatabase } from '@millrace/db/connect'
import { startEmbedded } from '@millrace/db/embedded'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from './api-client.ts'
import { newDataDirectory, type Product, type ProductOptions, partsOf, spawnProduct, startProduct } from './product.ts'
import { startJob } from './start-job.ts'

const started: Product[] = []

afterEach(async () => {
  for (const product of started.splice(0)) {
    await product.stop()
    product.remove()
  }
})

describe('a product that exits', () => {
  it('fails a journey that waits for a line, during or after the exit, with what was printed', async () => {
    const product = spawnProduct({ env: { DATABASE_URL: 'postgres://127.0.0.1:1/none', DATABASE_WAIT: '0' } })
    started.push(product)

    const waiting = product.printed(/^Millrace +open /)

    await expect(waiting).rejects.toThrow(/exited with code 1 before it printed .* did not start/s)
    await expect(product.printed(/^Millrace +open /)).rejects.toThrow('did not start')
  })
})

describe('npm start', () => {
  it('INV8 keeps all data when the launcher is killed, and stops its remaining processes', async () => {
    const first = await start()
    const before = Object.values(partsOf(first))
    const person = await signUp(first.url)
    const data = await person.upload('kept.txt', new Uint8Array(Buffer.from('kept')))
    first.launcher.kill('SIGKILL')
    await first.ended

    const second = await start({ dataDirectory: first.dataDirectory, port: Number(new URL(first.url).port) })

    expect(before.filter(isAlive)).toEqual([])
    expect(Object.keys(partsOf(second)).sort()).toEqual(['server', 'worker'])
    expect(second.lines.filter((line) => line.includes('still running after a crash'))).toHaveLength(3)
    expect(await (await person.request(`${data}/Download`)).text()).toBe('kept')
  })

  it('returns a job that is still running when it stops to the queue', { tags: 'long' }, async () => {
    const product = await start()
    const person = await signUp(product.url)
    const file = await person.upload('levels.csv', new Uint8Array(Buffer.from('level\n1\n')))
    const sql = 'select sum(a.range * b.range) from range(1000000000) a, range(1000) b'
    const job = await startJob(person, { name: 'endless', step: 'query_table', file, parameters: { sql } })
    await expect.poll(async () => (await person.read(job)).properties.State).toBe('Processing')

    product.launcher.kill('SIGTERM')
    await product.ended

    const database = await startEmbedded({ dataDirectory: product.dataDirectory })
    const db = openDatabase(database.url, { max: 1 })
    const { rows } = await asSystem(db, (tx) => tx.query(`select state from job where name = 'endless'`))
    await db.close()
    await database.stop()
    expect(rows).toEqual([{ state: 'Pending' }])
  })

  it.each([300, 500])(
    'stops when SIGTERM arrives %i ms after the database crashed',
    { tags: 'long' },
    async (pause) => {
      const product = await start()

      process.kill(postmasterOf(product), 'SIGKILL')
      await product.printed(/^database +ended/)
      await sleep(pause)
      product.launcher.kill('SIGTERM')
      const code = await product.ended

      expect(code).toBe(0)
      expect(processesNaming(product.dataDirectory)).toEqual([])
    },
  )

  it('opens although the database crashes while the server starts', { tags: 'long' }, async () => {
    const product = spawnProduct()
    started.push(product)

    await product.printed(/^database +ready/)
    process.kill(postmasterOf(product), 'SIGKILL')
    const opened = await product.printed(/^Millrace +open /)

    const url = opened.split(/ +/)[2]
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect(product.lines.filter((line) => /^database +ready/.test(line))).toHaveLength(2)
  })

  it('reports in one line that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((settle) => other.once('listening', settle))
    const port = (other.address() as { port: number }).port

    const product = spawnProduct({ port, dataDirectory: newDataDirectory() })
    const code = await product.ended
    other.close()
    product.remove()

    expect(code).toBe(1)
    expect(product.lines).toEqual([expect.stringMatching(new RegExp(`^Port ${port} is in use`))])
  })
})

describe('a running product', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })

  afterAll(async () => {
    await product.stop()
    product.remove()
  })

  it('refuses in one line to run twice on the same data directory', async () => {
    const second = spawnProduct({ dataDirectory: product.dataDirectory })
    const code = await second.ended

    expect(code).toBe(1)
    expect(second.lines).toEqual([expect.stringMatching(/^Millrace already runs on this data directory: http/)])
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200)
  })

  it('restarts a part that dies', async () => {
    const { server } = partsOf(product)

    process.kill(server ?? 0, 'SIGKILL')
    await product.printed(/^server +ended/)
    await expect.poll(() => product.lines.filter((line) => /^server +ready/.test(line)).length).toBe(2)

    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)
  })

  it('stops everything when SIGTERM arrives twice', async () => {
    const pids = Object.values(partsOf(product))
    const database = postmasterOf(product)

    product.launcher.kill('SIGTERM')
    product.launcher.kill('SIGTERM')
    const code = await product.ended

    expect(code).toBe(0)
    expect([...pids, database].filter(isAlive)).toEqual([])
    expect(processesNaming(product.dataDirectory)).toEqual([])
  })
})

async function start(options: ProductOptions = {}): Promise<Product> {
  const product = await startProduct(options)
  started.push(product)
  return product
}

function postmasterOf(product: Product): number {
  return Number(readFileSync(join(product.dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function processesNaming(text: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  return all.split('\n').filter((line) => line.includes(text) && !line.includes('ps -eo'))
}
