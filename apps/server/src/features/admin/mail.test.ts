import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ActivityEntry } from '@millrace/contracts/activity'
import type { MailReport, OutboxMailText, SystemReport } from '@millrace/contracts/system'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi()
const { administrator } = api
const read = () => administrator.read<MailReport>('/api/admin/mail')
const outbox = path.join(api.deps.env.MILLRACE_DATA, 'outbox')

/** Replaces the outbox with a file, so that no email can be written until the returned function is called. */
async function breakOutbox(): Promise<() => Promise<void>> {
  await rm(outbox, { recursive: true, force: true })
  await writeFile(outbox, 'not a folder')
  return () => rm(outbox)
}

const forgets = (email: string) => api.anonymous().post('/api/auth/request-password-reset', { email })

async function queuedFor(to: string) {
  return (await read()).queued.find((mail) => mail.to === to)
}

/** For all emails that wait for a retry, sets the time of the next attempt to this many minutes from now. */
async function attemptsIn(minutes: number, more = ''): Promise<void> {
  await asSystem(api.db, (tx) =>
    tx.query(
      `update pgboss.job set start_after = now() + make_interval(mins => $1) ${more}
       where name = 'mail' and state = 'retry'`,
      [minutes],
    ),
  )
}

it('an email is queued even if the server stops right after the reply', async () => {
  const { accounts } = await testApi()
  let isQueued = false
  const mail = { to: 'mara@example.org', subject: 'Welcome', text: 'Hello', html: '<p>Hello</p>' }
  const sent = accounts.mailer.send(mail).then(() => {
    isQueued = true
  })

  await accounts.mailer.stop()

  expect(isQueued).toBe(true)
  await sent
})

describe('the outbox', () => {
  it('lists emails, the newest first, and shows the text of one, which is recorded', async () => {
    const mara = await api.signUp({ name: 'Mara' })
    await forgets(mara.person.email)
    const { link } = await api.mailTo(mara.person.email, 'Set a new password')

    const { outbox: mails, outboxTotal } = await read()
    const mail = mails.find(({ to }) => to === mara.person.email)
    const opened = await administrator.read<OutboxMailText>(`/api/admin/mail/outbox/${mail?.id}`)

    expect(mail).toEqual({
      id: expect.any(String),
      to: mara.person.email,
      subject: 'Set a new password',
      writtenAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(outboxTotal).toBe(mails.length)
    expect(opened.text).toContain(link)
    const activity = await mara.read<ActivityEntry[]>('/api/account/activity')
    expect(activity.find(({ metadata }) => metadata.event === 'mail.opened')).toMatchObject({
      userName: 'Ada Ministra',
      metadata: { to: mara.person.email, subject: 'Set a new password' },
    })
  })

  it('sec/E6 is closed to users', async () => {
    const mara = await api.signUp()

    expect((await mara.get('/api/admin/mail')).status).toBe(403)
    expect((await mara.get(`/api/admin/mail/outbox/${randomUUID()}`)).status).toBe(403)
    expect((await administrator.get(`/api/admin/mail/outbox/${randomUUID()}`)).status).toBe(404)
  })
})

describe('an email that cannot be delivered', () => {
  it('is listed with the reason and delivered immediately when an administrator retries it', async () => {
    const mara = await api.signUp()
    const repair = await breakOutbox()
    await forgets(mara.person.email)
    const postponed = async () => {
      await attemptsIn(60)
      return queuedFor(mara.person.email)
    }
    await expect.poll(postponed, { timeout: 15_000 }).toMatchObject({
      ...{ subject: 'Set a new password', state: 'retrying', attempts: 1 },
      error: expect.stringContaining('EEXIST'),
      nextAttemptAt: expect.any(String),
    })
    await repair()

    const reply = await administrator.post(`/api/admin/mail/${(await queuedFor(mara.person.email))?.id}/retry`)

    expect(reply.status).toBe(200)
    await api.mailTo(mara.person.email, 'Set a new password')
    await expect.poll(() => queuedFor(mara.person.email)).toBeUndefined()
  })

  it('is kept after the last attempt, and can be retried or discarded', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const repair = await breakOutbox()
    await Promise.all([mara, jonas].map(({ person }) => forgets(person.email)))
    for (const { person } of [mara, jonas]) {
      const lastAttempt = async () => {
        await attemptsIn(0, ', retry_count = retry_limit')
        return queuedFor(person.email)
      }
      await expect
        .poll(lastAttempt, { timeout: 20_000 })
        .toMatchObject({ state: 'failed', nextAttemptAt: null, error: expect.stringContaining('EEXIST') })
    }
    const { mail } = await administrator.read<SystemReport>('/api/admin/system')
    expect(mail).toMatchObject({ waiting: 0, retrying: 0, failed: 2, lastError: expect.stringContaining('EEXIST') })
    await repair()
    const [first, second] = [await queuedFor(mara.person.email), await queuedFor(jonas.person.email)]

    expect((await administrator.post(`/api/admin/mail/${first?.id}/retry`)).status).toBe(200)
    expect((await administrator.request('DELETE', `/api/admin/mail/${second?.id}`)).status).toBe(200)

    await api.mailTo(mara.person.email, 'Set a new password')
    await expect.poll(async () => (await read()).queuedTotal).toBe(0)
    expect((await administrator.post(`/api/admin/mail/${second?.id}/retry`)).status).toBe(404)
    expect((await administrator.request('DELETE', `/api/admin/mail/${second?.id}`)).status).toBe(404)
  })
})
