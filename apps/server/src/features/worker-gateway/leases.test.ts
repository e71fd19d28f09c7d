import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '@millrace/contracts/limits'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, testApi } from '#testing/api.ts'
import { follows, hasJob, type JobDocument, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const asRoot = process.getuid?.() === 0

let count = 0
async function leased(client: Awaited<ReturnType<typeof api.signUp>>) {
  count += 1
  const [stepId = ''] = await worker.registers(manifest(`leased_${count}`))
  const job = await hasJob(client, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  return { job, stepId, lease: lease! }
}

const now = () => new Date().toISOString()
const problemOf = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code]

describe('what a step prints', () => {
  it('is stored even with invalid characters', async () => {
    const alice = await api.signUp()
    const { job, lease } = await leased(alice)
    const printed = ['a\u0000b', `${'x'.repeat(LIMITS.logLineMax - 1)}\u{1f600}`, 'half \ud83d of it', 'fine \u{1f600}']

    const reply = await worker
      .on(lease)
      .call('POST', 'log', { lines: printed.map((text) => ({ at: now(), stream: 'out', text })) })

    expect(reply.status, await reply.clone().text()).toBe(200)
    const lines = (await (await follows(alice, job, 'Log')).text()).split('\n').map((line) => line.slice(27))
    expect(lines).toEqual([
      'a b',
      expect.stringMatching(/^x+\ufffd … \(1 characters omitted\)$/),
      'half \ufffd of it',
      'fine \u{1f600}',
      '',
    ])
  })

  it('ends the job even if its error message contains characters that cannot be stored', async () => {
    const alice = await api.signUp()
    const { job, lease } = await leased(alice)

    const reply = await worker.on(lease).call('POST', 'fail', { message: 'Row 3 is "a\u0000\ud83d".' })

    expect(reply.status, await reply.clone().text()).toBe(200)
    expect((await alice.read<JobDocument>(job)).properties).toMatchObject({
      State: 'Error',
      ErrorDescription: 'Row 3 is "a \ufffd".',
    })
  })
})

describe('an output that exceeds the available storage', () => {
  it('is refused with the sizes if the quota is used up', async () => {
    const alice = await api.signUp()
    const { lease } = await leased(alice)
    await asSystem(api.deps.db, (tx) =>
      tx.query('update owner set used_bytes = 99999999990 where id = $1', [alice.publicId]),
    )

    const reply = await worker.on(lease).writes('more than ten bytes\n')

    expect(await problemOf(reply)).toEqual([507, 'over-quota'])
  })

  it.runIf(asRoot)('is refused with an explanation if the disk is full, and succeeds once there is space', async () => {
    const data = await temporaryFolder()
    const disk = path.join(data, 'objects')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'none', disk])
    const small = await testApi({ db: api.deps.db as never, data }).catch((error) => {
      execFileSync('umount', [disk])
      throw error
    })
    try {
      const alice = await api.signUp()
      const { lease } = await leased(alice)
      const writes = (text: string) =>
        small.app.request(`http://localhost:3000/worker/v1/leases/${lease.id}/outputs/cleaned/0?name=a.csv`, {
          method: 'PUT',
          body: text,
          headers: {
            'x-api-key': worker.key,
            'x-lease-token': lease.token,
            'content-type': 'text/csv',
            host: 'localhost:3000',
          },
        })

      const full = await writes('x'.repeat(30_000_000))
      const fits = await writes('a\n1\n')

      expect(await problemOf(full)).toEqual([507, 'storage-full'])
      expect(fits.status).toBe(201)
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

describe('a job that workers return', () => {
  it('ends once its attempts are used up', async () => {
    const alice = await api.signUp()
    const { job, stepId, lease: first } = await leased(alice)
    let lease = first
    for (const attempt of [1, 2]) {
      expect(lease.attempt).toBe(attempt)
      await worker.on(lease).call('POST', 'fail', { message: 'The worker was shut down.', kind: 'returned' })
      lease = (await worker.claims([stepId]))[0]!
    }

    await worker.on(lease).call('POST', 'fail', { message: 'The worker was shut down.', kind: 'returned' })

    expect((await alice.read<JobDocument>(job)).properties).toMatchObject({
      State: 'Error',
      ErrorDescription: 'The worker was shut down. The job was started 3 times, which is the limit. Run it again.',
    })
  })
})

describe('the error of a step', () => {
  it('is shown with its cause and the parameter to correct, and is the last line of the log', async () => {
    const alice = await api.signUp()
    const { job, lease } = await leased(alice)
    await worker.on(lease).call('POST', 'log', { lines: [{ at: now(), stream: 'out', text: 'Reading.' }] })

    const message = 'Column `a. b` not found. Available: level_cm.\nChoose another one.'
    const parameter = { name: 'sql', wrong: 'a\u0000. b', offset: 7, suggestions: ['level_cm'], beside: ['table'] }
    await worker.on(lease).call('POST', 'fail', { message, parameter })

    expect((await alice.read<JobDocument>(job)).properties).toMatchObject({
      State: 'Error',
      ErrorDescription: message,
      Cause: 'Column `a. b` not found.',
      FailedParameter: { Name: 'sql', Wrong: 'a . b', Offset: 7, Suggestions: ['level_cm'], Beside: ['table'] },
    })
    const lines = (await (await follows(alice, job, 'Log')).text()).split('\n').map((line) => line.slice(25))
    expect(lines).toEqual([
      '  Reading.',
      '! Column `a. b` not found. Available: level_cm.',
      '! Choose another one.',
      '',
    ])
  })

  it.each([
    ['No period at the end', 'No period at the end'],
    ['  Is 3.5 too high? Choose less.', 'Is 3.5 too high?'],
    ['An open ` backtick. More.', 'An open ` backtick. More.'],
    ['First line\nSecond line. End.', 'First line'],
    [`${'long '.repeat(200)}. More.`, 'long '.repeat(100)],
  ])('%j has the cause %j', async (message, cause) => {
    const alice = await api.signUp()
    const { job, lease } = await leased(alice)

    await worker.on(lease).call('POST', 'fail', { message })

    const { Cause, FailedParameter } = (await alice.read<JobDocument>(job)).properties
    expect({ Cause, FailedParameter }).toEqual({ Cause: cause, FailedParameter: null })
  })

  it('is refused if it contains more about the parameter than the page can show', async () => {
    const { lease } = await leased(await api.signUp())

    const reply = await worker
      .on(lease)
      .call('POST', 'fail', { message: 'Wrong.', parameter: { name: 'sql', wrong: 'x'.repeat(1001) } })

    expect(reply.status).toBe(422)
  })
})
