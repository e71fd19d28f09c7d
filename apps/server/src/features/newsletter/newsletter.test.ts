import { setTimeout as sleep } from 'node:timers/promises'
import type { NewsletterSync, SystemReport } from '@millrace/contracts/system'
import { afterEach, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { LISTMONK_USER, testListmonk } from '#testing/listmonk.ts'

const LIST = 7
const listmonk = await testListmonk()
const api = await testApi({ env: { LISTMONK_URL: listmonk.url, LISTMONK_LIST: String(LIST), ...LISTMONK_USER } })
afterEach(() => {
  listmonk.instead = undefined
  listmonk.changes.length = 0
})

type Member = Awaited<ReturnType<typeof api.signUp>>

const newsletter = async () => (await api.administrator.read<SystemReport>('/api/admin/system')).newsletter
const wants = (member: Member, isWanted: boolean) =>
  member.post('/api/auth/update-user', { newsletter: isWanted }).then(({ status }) => expect(status).toBe(200))
const named = (email: string) => listmonk.on(LIST).find((subscriber) => subscriber.email === email)

/** Runs a sync as an administrator, and waits for its outcome. */
async function syncs(): Promise<NewsletterSync> {
  const before = (await newsletter())?.last?.startedAt
  expect((await api.administrator.post('/api/admin/system/listmonk/sync')).status).toBe(202)
  for (let tries = 0; tries < 300; tries++) {
    const { isRunning = true, last = null } = (await newsletter()) ?? {}
    if (!isRunning && last && last.startedAt !== before) return last
    await sleep(50)
  }
  return expect.unreachable('the sync did not end')
}

async function reader(): Promise<Member> {
  const member = await api.signUp()
  await wants(member, true)
  return member
}

describe('the newsletter sync', () => {
  it('sec/E6 can be started only by administrators', async () => {
    const [user, anonymous] = [await api.signUp(), api.anonymous()]

    const statuses = await Promise.all(
      [user, anonymous].map(async (client) => (await client.post('/api/admin/system/listmonk/sync')).status),
    )

    expect(statuses).toEqual([403, 401])
    expect((await newsletter())?.last).toBeNull()
  })

  it('subscribes only users who asked for the newsletter, at sign-up or in their settings', async () => {
    const [mara, jonas] = [await reader(), await api.signUp()]
    const olga = { name: 'Olga', email: 'olga@example.org', password: jonas.person.password, newsletter: true }
    await api.anonymous().post('/api/auth/sign-up/email', olga)

    const sync = await syncs()

    expect(sync).toMatchObject({ created: 2, updated: 0, removed: 0, refused: 0, error: null, isComplete: true })
    expect(named(mara.person.email)).toMatchObject({ name: mara.person.name, status: 'enabled' })
    expect(named('olga@example.org')).toBeDefined()
    expect(named(jonas.person.email)).toBeUndefined()
    expect(await newsletter()).toMatchObject({ subscribers: 2, isRunning: false, server: new URL(listmonk.url).host })
  })

  it('changes nothing the second time', async () => {
    await reader()
    await syncs()
    listmonk.changes.length = 0

    const sync = await syncs()

    expect(sync).toMatchObject({ created: 0, updated: 0, removed: 0, unsubscribed: 0, isComplete: true })
    expect(listmonk.changes).toEqual([])
  })

  it('updates names and addresses, and keeps other lists', async () => {
    const mara = await reader()
    await syncs()
    named(mara.person.email)?.lists.set(3, 'confirmed')
    await mara.post('/api/auth/update-user', { name: 'Mara Lindqvist' })
    await api.db.pool.query('update "user" set email = $1 where id = $2', ['mara.new@example.org', mara.userId])

    const sync = await syncs()

    expect(sync).toMatchObject({ created: 0, updated: 1, isComplete: true })
    expect(named('mara.new@example.org')).toMatchObject({ name: 'Mara Lindqvist' })
    expect(named('mara.new@example.org')?.lists.has(3)).toBe(true)
  })

  it('removes users who opted out, were banned or deleted their account', async () => {
    const [outs, banned, gone] = [await reader(), await reader(), await reader()]
    await syncs()
    await wants(outs, false)
    await api.administrator.post('/api/auth/admin/ban-user', { userId: banned.userId })
    await api.administrator.post('/api/auth/admin/remove-user', { userId: gone.userId })

    const sync = await syncs()

    expect(sync).toMatchObject({ removed: 3, created: 0, isComplete: true })
    for (const { person } of [outs, banned, gone]) expect(named(person.email)).toBeUndefined()
  })

  it('leaves subscribers that it did not create, or that are on other lists, unchanged', async () => {
    const outsider = listmonk.add({ email: 'outsider@example.org', lists: new Map([[LIST, 'confirmed']]) })
    const mara = await reader()
    await syncs()
    const subscriber = named(mara.person.email)
    subscriber?.lists.set(3, 'confirmed')
    await wants(mara, false)

    await syncs()

    expect(named('outsider@example.org')).toBe(outsider)
    expect([...(subscriber?.lists.keys() ?? [])]).toEqual([3])
    expect(listmonk.subscribers.has(subscriber?.id ?? 0)).toBe(true)
  })

  it('subscribes an address that listmonk already has', async () => {
    const mara = await api.signUp({ email: "o'hara@example.org" })
    await wants(mara, true)
    const known = listmonk.add({ email: mara.person.email, lists: new Map([[3, 'confirmed']]) })

    const sync = await syncs()

    expect(sync).toMatchObject({ created: 1, refused: 0, isComplete: true })
    expect([...known.lists]).toEqual([
      [3, 'confirmed'],
      [LIST, 'confirmed'],
    ])
  })

  it('respects the link in an issue: the user’s setting is off afterwards', async () => {
    const mara = await reader()
    await syncs()
    named(mara.person.email)?.lists.set(LIST, 'unsubscribed')

    const sync = await syncs()

    const session = await mara.read<{ user: { newsletter: boolean } }>('/api/auth/get-session')
    expect(sync).toMatchObject({ unsubscribed: 1, created: 0, isComplete: true })
    expect(session.user.newsletter).toBe(false)
    expect(await syncs()).toMatchObject({ unsubscribed: 0, created: 0 })
    await wants(mara, true)
    await syncs()
    expect(named(mara.person.email)?.lists.get(LIST)).toBe('confirmed')
  })

  it('continues after an address that listmonk refuses, and says so', async () => {
    const odd = await api.signUp({ email: 'mara@example.invalid' })
    await wants(odd, true)
    const jonas = await reader()

    const sync = await syncs()
    await wants(odd, false)

    expect(sync).toMatchObject({
      created: 1,
      refused: 1,
      isComplete: true,
      error: expect.stringContaining('Invalid email'),
    })
    expect(named(jonas.person.email)).toBeDefined()
  })
})

describe('FLT33 sec/K3 a listmonk server that does not work', () => {
  it.each([
    ['refuses the API user', 403, '{"message":"permission denied"}', 'refused the API user (403): permission denied.'],
    ['is overloaded', 503, 'Bad gateway', 'replied with 503.'],
    ['is another server', 200, '<html>', 'replied with something other than the listmonk API. Check LISTMONK_URL.'],
    ['redirects', 302, '', 'replied with a redirect.'],
    ['sends too much', 200, `"${'x'.repeat(5_100_000)}"`, 'sent more than 5 MB.'],
    [
      'sends text that is long and has control characters',
      500,
      JSON.stringify({ message: `\u001b[31m<b>${'very '.repeat(1000)}` }),
      /replied with 500: \[31m<b>[very ]{150,200}…$/,
    ],
    [
      'sends ids and lists of the wrong type',
      200,
      '{"data":{"results":[{"id":"1 or true","email":[],"lists":{"__proto__":1}}]}}',
      'replied with something other than the listmonk API.',
    ],
  ])('%s: the sync says so, and the product works', async (_what, status, body, expected) => {
    const mara = await reader()
    listmonk.instead = (_request, response) => {
      response.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end(body)
      return true
    }

    const sync = await syncs()

    expect(sync).toMatchObject({
      isComplete: false,
      created: 0,
      error: typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected),
    })
    expect(sync.error).toContain(new URL(listmonk.url).host)
    expect(sync.error).not.toContain('a-token')
    expect((await mara.get('/api/EntryPoint')).status).toBe(200)
  })

  it('stops halfway: the next sync continues', async () => {
    const members = await Promise.all([reader(), reader(), reader()])
    await syncs()
    await Promise.all(members.map((member) => wants(member, false)))
    let deleted = 0
    listmonk.instead = (request) => {
      if (request.method !== 'DELETE' || ++deleted < 3) return false
      request.socket.destroy()
      return true
    }
    const stopped = await syncs()

    listmonk.instead = undefined
    const sync = await syncs()

    expect(stopped).toMatchObject({ isComplete: false, removed: 2, error: expect.stringContaining('closed the conn') })
    expect(sync).toMatchObject({ isComplete: true, removed: 1 })
    for (const { person } of members) expect(named(person.email)).toBeUndefined()
  })
})
