import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { PLANS } from '@millrace/contracts/limits'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { removeExpiredReservations, storageReservation } from '#features/owners/storage-reservation.service.ts'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { incomingContent } from './incoming-content.service.ts'

const api = await testApi()
const worker = await testWorker(api)
const superuser = new pg.Pool({ connectionString: api.deps.db.url.replace('//millrace@', '//postgres@') })
afterAll(() => superuser.end())

const MB = 1_000_000
const isStored = async (bytes: Buffer) =>
  (await api.deps.storage.stat(createHash('sha256').update(bytes).digest('hex'))) !== undefined
const leaves = (ownerId: string, bytes: number) =>
  api.db.pool.query('update owner set used_bytes = $2 where id = $1', [ownerId, PLANS.free.storageBytes - bytes])
const reservations = async (ownerId: string) =>
  (await superuser.query('select bytes from storage_reservation where owner_id = $1', [ownerId])).rows
const uploadOf = (...contents: Buffer[]) => {
  const form = new FormData()
  for (const [index, content] of contents.entries()) form.append('files', new File([content as never], `${index}.bin`))
  return { body: form }
}
const codeOf = async (reply: Response) => ((await reply.json()) as { code: string }).code
const UPLOAD = '/api/WorkData/UploadWorkData'

/** Creates an upload whose bytes arrive when the test sends them. */
function faucet(ownerId: string) {
  const incoming = incomingContent(api.deps, ownerId)
  const source = new Readable({ read() {} })
  const storing = incoming.store(source, 'data.bin', {})
  storing.catch(() => {})
  return {
    storing,
    async sends(bytes: number) {
      for (let sent = 0; sent < bytes; sent += 500_000) source.push(randomBytes(Math.min(500_000, bytes - sent)))
      await expect.poll(() => source.readableLength === 0 || source.destroyed).toBe(true)
    },
    async ends() {
      source.push(null)
      await storing.catch(() => {})
      await incoming.end()
    },
  }
}

describe('an upload that announces its size', () => {
  const announcing = async (bytes: number) => {
    const mara = await api.signUp()
    await leaves(mara.publicId, 10 * MB)
    return storageReservation(api.deps, mara.publicId, bytes)
  }

  it('is refused as soon as it needs a reservation, if it announces more than the storage left', async () => {
    const reservation = await announcing(11 * MB)

    await expect(reservation.take(2 * MB, 'data.bin')).rejects.toMatchObject({ code: 'over-quota' })
  })

  it('continues if it fits', async () => {
    const reservation = await announcing(9 * MB)

    await reservation.take(2 * MB, 'data.bin')

    await expect(reservation.release()).resolves.toBeUndefined()
  })
})

describe('the bytes of a refused upload are deleted immediately', () => {
  it('if a later file exceeds the storage left', async () => {
    const mallory = await api.signUp()
    await leaves(mallory.publicId, 3 * MB)
    const [first, second] = [randomBytes(2 * MB), randomBytes(2 * MB)]

    const reply = await mallory.request('POST', UPLOAD, uploadOf(first, second))

    expect([reply.status, await codeOf(reply)]).toEqual([507, 'over-quota'])
    expect([await isStored(first), await isStored(second)]).toEqual([false, false])
    expect(await reservations(mallory.publicId)).toEqual([])
  })

  it('if the body is cut off after a complete file', async () => {
    const mallory = await api.signUp()
    const first = randomBytes(2 * MB)
    const head = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.bin"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), first, Buffer.from('\r\n'), Buffer.from(head), Buffer.from('half')])

    const reply = await mallory.request('POST', UPLOAD, {
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })

    expect(reply.status).toBe(400)
    expect(await isStored(first)).toBe(false)
    expect(await reservations(mallory.publicId)).toEqual([])
  })

  it('but not if they are the content of existing work data', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const shared = randomBytes(MB)
    await uploads(alice, 'shared.bin', shared)

    const reply = await mallory.request('POST', UPLOAD, uploadOf(shared, Buffer.alloc(0)))

    expect(reply.status).toBe(400)
    expect(await isStored(shared)).toBe(true)
  })

  it('but not if another upload is about to record the same content', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const shared = randomBytes(MB)
    const incoming = incomingContent(api.deps, alice.publicId)
    await incoming.store(Readable.from([shared]), 'a.bin', {})

    await mallory.request('POST', UPLOAD, uploadOf(shared, Buffer.alloc(0)))

    expect(await isStored(shared)).toBe(true)
    await incoming.end()
    expect(await isStored(shared)).toBe(false)
  })
})

describe('streams of one owner share the storage left', () => {
  it('so that together they never write more', async () => {
    const { publicId } = await api.signUp()
    await leaves(publicId, 10 * MB)
    const first = faucet(publicId)
    await first.sends(8 * MB)

    const second = faucet(publicId)
    await second.sends(4 * MB)
    await expect(second.storing).rejects.toMatchObject({ code: 'over-quota' })
    await Promise.all([first.ends(), second.ends()])

    const third = faucet(publicId)
    await third.sends(4 * MB)
    await third.ends()
    await expect(third.storing).resolves.toMatchObject({ sizeInBytes: 4 * MB })
    expect(await reservations(publicId)).toEqual([])
  })

  it('and a stream that has sent little leaves room for its neighbors', async () => {
    const { publicId } = await api.signUp()
    await leaves(publicId, 10 * MB)
    const first = faucet(publicId)
    await first.sends(1.5 * MB)

    const second = faucet(publicId)
    await second.sends(5 * MB)
    await second.ends()
    await first.ends()

    await expect(second.storing).resolves.toMatchObject({ sizeInBytes: 5 * MB })
  })

  it('and what they reserved is not given to a small upload', async () => {
    const alice = await api.signUp()
    await leaves(alice.publicId, 3 * MB)
    const first = faucet(alice.publicId)
    await first.sends(2.5 * MB)

    const reply = await alice.request('POST', UPLOAD, uploadOf(randomBytes(900_000)))
    await first.ends()

    expect(reply.status).toBe(507)
  })

  it('and what a dead server had reserved is released', async () => {
    const alice = await api.signUp()
    await leaves(alice.publicId, 3 * MB)
    await superuser.query(
      `insert into storage_reservation values (gen_random_uuid(), $1, 3000000, now() - interval '2 minutes')`,
      [alice.publicId],
    )

    const reply = await alice.request('POST', UPLOAD, uploadOf(randomBytes(2 * MB)))
    await removeExpiredReservations(api.deps)

    expect(reply.status).toBe(201)
    expect(await reservations(alice.publicId)).toEqual([])
  })
})

describe('outputs of running jobs', () => {
  const outputs = { output_dataslots: [{ name: 'cleaned', mediatype: '', maxSlots: null }], input_dataslots: [] }

  it('share the storage left before they are published', async () => {
    const mallory = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('writes_much', outputs))
    await hasJob(mallory, stepId, 'Pending')
    const [lease] = await worker.claims([stepId])
    await leaves(mallory.publicId, 3 * MB)
    const write = (index: number, content: string) =>
      worker.call('PUT', `/worker/v1/leases/${lease?.id}/outputs/cleaned/${index}?name=${index}.bin`, content, {
        'x-lease-token': lease?.token ?? '',
      })
    const text = () => randomBytes(MB).toString('hex')
    const refused = text()

    const replies = [await write(0, text()), await write(1, refused)]

    expect(replies.map((reply) => reply.status)).toEqual([201, 507])
    expect(await isStored(Buffer.from(refused))).toBe(false)
  })

  it('get only what no upload and no other running job has reserved', async () => {
    const alice = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('reads_storage', outputs))
    for (let jobs = 0; jobs < 3; jobs += 1) await hasJob(alice, stepId, 'Pending')
    await leaves(alice.publicId, 20 * MB)
    const claimed = async () => (await worker.claims([stepId]))[0]
    const first = await claimed()

    await worker.call('PUT', `/worker/v1/leases/${first?.id}/outputs/cleaned/0?name=a.bin`, 'x'.repeat(MB), {
      'x-lease-token': first?.token ?? '',
    })
    const second = await claimed()
    await superuser.query(
      `insert into storage_reservation select gen_random_uuid(), $1, bytes, now() + at
       from (values (6000000, interval '1 minute'), (30000000, interval '-1 second')) as made(bytes, at)`,
      [alice.publicId],
    )
    const third = await claimed()

    expect([first, second, third].map((lease) => lease?.storageBytesLeft)).toEqual([20 * MB, 19 * MB, 13 * MB])
  })

  it('are deleted immediately when the lease is lost', async () => {
    const mallory = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('loses_lease', outputs))
    await hasJob(mallory, stepId, 'Pending')
    const [lease] = await worker.claims([stepId])
    const content = randomBytes(MB)
    const cancels = async function* () {
      yield content
      await superuser.query(`update job set lease_token = gen_random_uuid() where id = $1`, [lease?.id])
    }

    const reply = await worker.call(
      'PUT',
      `/worker/v1/leases/${lease?.id}/outputs/cleaned/0?name=a.bin`,
      Readable.toWeb(Readable.from(cancels())),
      { 'x-lease-token': lease?.token ?? '' },
    )

    expect(await codeOf(reply)).toBe('lease-lost')
    expect(await isStored(content)).toBe(false)
  })

  it('of a failed attempt no longer occupy storage', async () => {
    const mallory = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('fails_again', outputs))
    await hasJob(mallory, stepId, 'Pending')
    const [lease] = await worker.claims([stepId])
    const content = `${randomBytes(64).toString('hex')}\n`
    await worker.on(lease!).writes(content)

    await worker.on(lease!).call('POST', 'fail', { message: 'It broke.', kind: 'retryable' })

    expect(await isStored(Buffer.from(content))).toBe(false)
    const { rows } = await superuser.query('select 1 from job_output where job_id = $1', [lease?.id])
    expect(rows).toEqual([])
  })
})
