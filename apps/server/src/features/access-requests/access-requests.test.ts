import type { AccessRequestProperties } from '@millrace/contracts/access-requests'
import { asActor, asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'
import { deleteExpiredRequests } from './access-requests.service.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('asked_for'))

type Member = Awaited<ReturnType<typeof api.signUp>>

const asks = (client: TestClient, url: string) => client.post('/api/account/access-requests', { url })

async function openFor(client: TestClient) {
  return embedded<AccessRequestProperties>(await client.read<SirenDocument>('/api/AccessRequests'), 'item')
}

async function decides(client: TestClient, action: 'GiveAccess' | 'Decline') {
  const [request] = await openFor(client)
  return client.post(actionOf(request!, action)?.href ?? '')
}

const eventsAbout = async (member: Member) =>
  (
    await api.db.pool.query<{ event: string }>(
      `select metadata->>'event' as event from activity where (user_id = $1 or subject_id = $1)
         and metadata->>'event' like 'access.%' order by at`,
      [member.userId],
    )
  ).rows.map(({ event }) => event)

/** Two users of one organization, who act in their own contexts. */
async function colleagues() {
  const [alice, bob] = await Promise.all([api.signUp({ name: 'Alice' }), api.signUp({ name: 'Bob' })])
  const lab = await hasOrganization(alice, 'Rhine Lab')
  await joins(alice, bob)
  await actsIn(alice, null)
  await actsIn(bob, null)
  return { alice, bob, lab }
}

describe('asking for access', () => {
  it('sec/E5 gets the same reply and the same activity entry whether the resource is another owner’s, missing or the user’s own', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const file = await uploads(alice)
    const missing = file.replace(/[^/]+$/, api.deps.newId())
    const own = await uploads(mallory)
    const replies = []

    for (const url of [file, missing, own]) {
      const reply = await asks(mallory, url)
      replies.push([reply.status, await reply.text()])
    }

    expect(replies).toEqual([
      [202, '{}'],
      [202, '{}'],
      [202, '{}'],
    ])
    const activity = (await (await mallory.get('/api/account/activity')).text()).match(/access\.\w+/g)
    expect(activity).toEqual(['access.asked', 'access.asked', 'access.asked'])
    expect(await openFor(alice)).toHaveLength(1)
    expect(await openFor(mallory)).toEqual([])
  })

  it('tells the owner by email, with a link to the resource', async () => {
    const { alice, bob } = await colleagues()
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')
    await asks(bob, job)

    const mail = await api.mailTo(alice.person.email, 'Bob requested access')

    expect(mail.text).toContain(`Bob (${bob.person.email}) requested access to Clean the readings`)
    expect(Buffer.from(new URL(mail.link).pathname.split('/').at(-1) ?? '', 'base64url').toString()).toBe(
      new URL(job).pathname,
    )
    expect((await openFor(alice)).map(({ properties }) => properties)).toMatchObject([
      { ResourceName: 'Clean the readings', ResourceUrl: job, AskerName: 'Bob', CopyGoesTo: 'Rhine Lab' },
    ])
    expect(await eventsAbout(alice)).toEqual(['access.requested'])
  })

  it('has an effect once per resource and day, and is limited per user', async () => {
    const limited = await testApi({ limits: { accessRequests: { max: 2, window: 86_400 } } })
    const [alice, bob] = await Promise.all([limited.signUp(), limited.signUp()])
    const file = await uploads(alice)

    expect((await asks(bob, file)).status).toBe(202)
    await decides(alice, 'Decline')
    expect((await asks(bob, file)).status).toBe(202)
    expect(await openFor(alice)).toEqual([])
    const refused = await asks(bob, file.replace(/[^/]+$/, limited.deps.newId()))

    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('43200')
  })

  it('needs a session and the URL of a job or work data', async () => {
    const alice = await api.signUp()
    const { key } = (await (await alice.post('/api/keys')).json()) as { key: string }
    const missing = `/api/Job/${api.deps.newId()}`

    const byKey = await api.anonymous().post('/api/account/access-requests', { url: missing }, { 'x-api-key': key })
    expect(byKey.status).toBe(403)
    expect((await asks(api.anonymous(), missing)).status).toBe(401)
    for (const url of [`/api/User/${alice.publicId}`, '/api/Job/1', 'https://example.org']) {
      expect((await asks(alice, url)).status).toBe(422)
    }
  })
})

describe('deciding on a request', () => {
  it('gives a copy to an organization that both belong to, emails its link, and closes the request', async () => {
    const { alice, bob, lab } = await colleagues()
    const file = await uploads(alice, 'gauges.csv')
    await asks(bob, file)

    const given = await decides(alice, 'GiveAccess')

    expect(given.status, await given.clone().text()).toBe(201)
    const copy = given.headers.get('location') ?? ''
    const mail = await api.mailTo(bob.person.email, 'Alice gave you access')
    expect(Buffer.from(new URL(mail.link).pathname.split('/').at(-1) ?? '', 'base64url').toString()).toBe(
      new URL(copy).pathname,
    )
    expect((await bob.get(copy)).status).toBe(404)
    await actsIn(bob, lab.id)
    expect((await bob.read<SirenDocument>(copy)).properties).toMatchObject({
      Name: 'gauges.csv',
      OwnerId: lab.publicId,
    })
    expect(await openFor(alice)).toEqual([])
    expect(await eventsAbout(alice)).toEqual(['access.requested', 'access.given'])
    expect(await eventsAbout(bob)).toEqual(['access.asked'])
  })

  it('gives a draft of a job, but only to an organization', async () => {
    const { alice, bob, lab } = await colleagues()
    const stranger = await api.signUp()
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')
    await asks(bob, job)
    const given = await decides(alice, 'GiveAccess')
    await actsIn(bob, lab.id)
    await asks(stranger, job)
    const [request] = await openFor(alice)

    expect((await bob.read<SirenDocument>(given.headers.get('location') ?? '')).properties).toMatchObject({
      State: 'ReadyForProcessing',
    })
    expect(request?.properties.CopyGoesTo).toBeNull()
    expect(request?.actions.map(({ name }) => name)).toEqual(['Decline'])
    const href = actionOf(request!, 'Decline')?.href.replace('Decline', 'GiveAccess') ?? ''
    expect((await alice.post(href)).status).toBe(400)
  })

  it('gives a file to the requester if they share no organization', async () => {
    const [alice, stranger] = await Promise.all([api.signUp(), api.signUp()])
    await asks(stranger, await uploads(alice, 'gauges.csv'))

    const given = await decides(alice, 'GiveAccess')

    expect((await stranger.read<SirenDocument>(given.headers.get('location') ?? '')).properties).toMatchObject({
      Name: 'gauges.csv',
      OwnerId: stranger.publicId,
    })
  })

  it('is up to the owners and admins of an organization', async () => {
    const { alice, bob, lab } = await colleagues()
    const stranger = await api.signUp()
    await Promise.all([actsIn(alice, lab.id), actsIn(bob, lab.id)])
    await asks(stranger, await uploads(bob, 'gauges.csv'))
    const [request] = await openFor(alice)
    const href = actionOf(request!, 'GiveAccess')?.href ?? ''

    expect(await openFor(bob)).toEqual([])
    expect((await bob.post(href)).status).toBe(404)
    expect((await stranger.post(href)).status).toBe(404)
    expect(hrefOf(await bob.read<SirenDocument>('/api/EntryPoint'), 'AccessRequests')).toBeUndefined()
    expect(hrefOf(await alice.read<SirenDocument>('/api/EntryPoint'), 'AccessRequests')).toBeDefined()
    await api.mailTo(alice.person.email, 'requested access')
    expect((await alice.post(href)).status).toBe(201)
    expect((await alice.post(href)).status).toBe(404)
  })

  it('requires a second factor if the organization does', async () => {
    const { alice, bob, lab } = await colleagues()
    await asks(bob, await uploads(alice))
    await api.db.pool.query('update organization set require_two_factor = true where id = $1', [lab.id])

    const refused = await decides(alice, 'GiveAccess')

    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('requires two-factor authentication')
    expect(await openFor(alice)).toHaveLength(1)
  })
})

describe('a request', () => {
  it('is deleted when it expires, with its resource, and with the requester', async () => {
    const alice = await api.signUp()
    const requesters = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    const files = await Promise.all(requesters.map(() => uploads(alice)))
    for (const [index, requester] of requesters.entries()) await asks(requester, files[index] ?? '')
    expect(await openFor(alice)).toHaveLength(3)

    await api.administrator.post('/api/auth/admin/remove-user', { userId: requesters[0]?.userId })
    expect(await openFor(alice)).toHaveLength(2)
    await alice.post(`${files[1]}/AllowDeletion`)
    await alice.post(`${files[1]}/Delete`)
    expect(await openFor(alice)).toHaveLength(1)
    const later = new Date(Date.now() + 15 * 86_400_000)
    await deleteExpiredRequests({ db: api.deps.db, now: () => later })
    expect(await openFor(alice)).toEqual([])
  })

  it('sec/E4 is visible only to the owner of the resource', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    await asks(bob, await uploads(alice))
    const count = (who: Member) =>
      asActor(api.deps.db, { ownerId: who.publicId, userPublicId: who.publicId }, async (tx) => {
        const { rowCount } = await tx.query('select from access_request')
        return rowCount
      })

    expect([await count(alice), await count(bob)]).toEqual([1, 0])
    expect((await asSystem(api.deps.db, (tx) => tx.query('select from access_request'))).rowCount).toBeGreaterThan(0)
  })
})
