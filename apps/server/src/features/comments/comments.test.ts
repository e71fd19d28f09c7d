import type { CommentProperties, CommentsProperties, MentionableProperties } from '@millrace/contracts/comments'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('discussed'))

type Comments = SirenDocument<CommentsProperties>

async function discussion(client: TestClient, resource: string) {
  const document = await client.read<Comments>(`${resource}/Comments`)
  return { document, items: embedded<CommentProperties>(document, 'item') }
}

const textsOf = async (client: TestClient, resource: string) =>
  (await discussion(client, resource)).items.map(({ properties }) => properties.Text)

const namesOf = ({ actions }: Pick<SirenDocument, 'actions'>) => actions.map(({ name }) => name)

async function writes(client: TestClient, resource: string, Text: string, Mentions: string[] = []) {
  const reply = await client.post(`${resource}/AddComment`, { Text, Mentions })
  expect(reply.status, await reply.clone().text()).toBe(201)
}

/** Creates an organization with an owner, an admin and two members, who all act in it, and a file of a member. */
async function lab() {
  const [olga, adam, mara, ben] = await Promise.all([
    api.signUp({ name: 'Olga' }),
    api.signUp({ name: 'Adam' }),
    api.signUp({ name: 'Mara Lind' }),
    api.signUp({ name: 'Ben' }),
  ])
  const organization = await hasOrganization(olga)
  for (const member of [adam, mara, ben]) await joins(olga, member)
  await api.db.pool.query(`update member set role = 'admin' where user_id = $1`, [adam.userId])
  return { olga, adam, mara, ben, organization, file: await uploads(mara, 'gauges.csv') }
}

async function faultsOf(reply: Response) {
  expect(reply.status).toBe(422)
  return ((await reply.json()) as { faults: { pointer: string }[] }).faults
}

describe('a discussion', () => {
  it.each(['Job', 'WorkData'])('of a %s lists its comments, newest first, with their authors', async (kind) => {
    const { mara, ben, file } = await lab()
    const resource = kind === 'Job' ? await hasJob(mara, stepId, 'Created') : file
    await writes(mara, resource, 'Row 17 looks wrong.')
    await writes(ben, resource, '  Fixed it.\nSee https://example.org  ')

    const { document, items } = await discussion(ben, resource)

    expect(hrefOf(await ben.read<SirenDocument>(resource), 'Comments')).toBe(hrefOf(document, 'self'))
    expect(document.properties).toEqual({ Total: 2, CanMention: true })
    expect(items.map(({ properties }) => properties)).toMatchObject([
      { Text: 'Fixed it.\nSee https://example.org', AuthorName: 'Ben', EditedAt: null, Mentions: [] },
      { Text: 'Row 17 looks wrong.', AuthorName: 'Mara Lind' },
    ])
  })

  it('is read in pages, each of which links to the older comments', async () => {
    const mara = await api.signUp()
    const file = await uploads(mara)
    for (const text of ['1', '2', '3', '4', '5']) await writes(mara, file, text)

    const first = await mara.read<Comments>(`${file}/Comments?limit=3`)
    const next = await mara.read<Comments>(hrefOf(first, 'next') ?? '')

    expect(first.properties.Total).toBe(5)
    expect(embedded<CommentProperties>(first, 'item').map(({ properties }) => properties.Text)).toEqual(['5', '4', '3'])
    expect(embedded<CommentProperties>(next, 'item').map(({ properties }) => properties.Text)).toEqual(['2', '1'])
    expect(hrefOf(next, 'next')).toBeUndefined()
    expect((await mara.get(`${file}/Comments?limit=1000`)).status).toBe(422)
  })

  it('refuses empty text, and more than 4,000 characters', async () => {
    const mara = await api.signUp()
    const file = await uploads(mara)

    for (const Text of ['', ' \n ', 'x'.repeat(4001)]) {
      expect(await faultsOf(await mara.post(`${file}/AddComment`, { Text }))).toMatchObject([{ pointer: '/Text' }])
    }
    await writes(mara, file, 'x'.repeat(4000))

    expect(await textsOf(mara, file)).toHaveLength(1)
  })

  it('creates a comment once for one Idempotency-Key', async () => {
    const mara = await api.signUp()
    const file = await uploads(mara)
    const add = () => mara.post(`${file}/AddComment`, { Text: 'Once' }, { 'idempotency-key': 'same' })

    expect([(await add()).status, (await add()).status]).toEqual([201, 201])
    expect(await textsOf(mara, file)).toEqual(['Once'])
  })

  it('limits how many comments a user writes', async () => {
    const limited = await testApi({ limits: { comments: { max: 2, window: 3600 } } })
    const mara = await limited.signUp()
    const file = await uploads(mara)
    await writes(mara, file, '1')
    await writes(mara, file, '2')

    const refused = await mara.post(`${file}/AddComment`, { Text: '3' })

    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1800')
    expect(await textsOf(mara, file)).toEqual(['2', '1'])
  })

  it('is deleted with its resource, and keeps the comments of deleted users without their name', async () => {
    const { olga, mara, ben, file } = await lab()
    await writes(ben, file, 'I was here')
    await api.administrator.post('/api/auth/admin/remove-user', { userId: ben.userId })
    await expect
      .poll(async () => (await discussion(mara, file)).items.map(({ properties }) => properties.AuthorName))
      .toEqual([null])

    await olga.post(`${file}/AllowDeletion`)
    expect((await olga.post(`${file}/Delete`)).status).toBe(200)

    expect((await olga.get(`${file}/Comments`)).status).toBe(404)
    const left = await asSystem(api.deps.db, (tx) => tx.query('select from comment where text = $1', ['I was here']))
    expect(left.rowCount).toBe(0)
  })
})

describe('access to a discussion', () => {
  it('sec/E5 is refused to others with the same words as if the resource did not exist', async () => {
    const { mara, file } = await lab()
    await writes(mara, file, 'Secret')
    const stranger = await api.signUp()
    const missing = file.replace(/[^/]+$/, api.deps.newId())
    const words = async (reply: Response) => {
      const { requestId: _id, instance: _instance, ...rest } = (await reply.json()) as Record<string, unknown>
      return [reply.status, rest]
    }

    for (const rest of ['Comments', 'MentionablePeople']) {
      const replies = [await stranger.get(`${file}/${rest}`), await stranger.get(`${missing}/${rest}`)]
      const [foreign, none] = await Promise.all(replies.map(words))
      expect(foreign).toEqual(none)
      expect(foreign?.[0]).toBe(404)
    }
    expect((await stranger.post(`${file}/AddComment`, { Text: 'Hello' })).status).toBe(404)
    expect(await textsOf(mara, file)).toEqual(['Secret'])
  })

  it('depends on the role: authors edit their own comments; owners, admins and administrators delete any', async () => {
    const { olga, adam, mara, ben, file } = await lab()
    await writes(mara, file, 'Mine')
    const offered = async (client: TestClient) => (await discussion(client, file)).items.map(namesOf)

    expect(await offered(mara)).toEqual([['Edit', 'Delete']])
    expect(await offered(ben)).toEqual([[]])
    expect(await offered(olga)).toEqual([['Delete']])
    expect(await offered(adam)).toEqual([['Delete']])
    expect(await offered(api.administrator)).toEqual([['Delete']])
    expect(namesOf((await discussion(ben, file)).document)).toEqual(['AddComment'])
    expect(namesOf((await discussion(api.administrator, file)).document)).toEqual([])
  })

  it('is checked again by each action', async () => {
    const { adam, mara, ben, file } = await lab()
    await writes(mara, file, 'Mine')
    const [item] = (await discussion(mara, file)).items
    const edit = actionOf(item!, 'Edit')?.href ?? ''
    const remove = actionOf(item!, 'Delete')?.href ?? ''
    const statuses = []

    for (const client of [ben, adam]) statuses.push((await client.post(edit, { Text: 'Theirs' })).status)
    statuses.push((await ben.post(remove)).status)
    statuses.push((await api.administrator.post(`${file}/AddComment`, { Text: 'Hi' })).status)
    expect(statuses).toEqual([400, 400, 400, 400])
    expect((await mara.post(edit, { Text: 'Still mine' })).status).toBe(200)
    expect((await discussion(ben, file)).items[0]?.properties).toMatchObject({
      Text: 'Still mine',
      EditedAt: expect.any(String),
    })
    expect((await adam.post(remove)).status).toBe(200)
    expect((await mara.post(edit, { Text: 'Gone' })).status).toBe(404)
    expect(await textsOf(mara, file)).toEqual([])
  })

  it('is refused to a comment by the URL of another resource', async () => {
    const { mara, file } = await lab()
    const other = await uploads(mara, 'other.csv')
    await writes(mara, file, 'Mine')
    const [item] = (await discussion(mara, file)).items
    const moved = (actionOf(item!, 'Edit')?.href ?? '').replace(file, other)

    expect((await mara.post(moved, { Text: 'Moved' })).status).toBe(404)
    expect(await textsOf(mara, file)).toEqual(['Mine'])
  })

  it('with an API key depends on the key: read-only keys read, keys that run jobs also comment, and neither edits', async () => {
    const mara = await api.signUp()
    const file = await uploads(mara)
    await writes(mara, file, 'Mine')
    const keyOf = async (access: string) =>
      ((await (await mara.post(`/api/keys?access=${access}`)).json()) as { key: string }).key
    const [read, run] = [await keyOf('read'), await keyOf('run')]
    const by = (key: string, method: string, at: string, body?: object) =>
      api.anonymous().request(method, at, { body, headers: { 'x-api-key': key } })
    const [item] = (await discussion(mara, file)).items
    const edit = actionOf(item!, 'Edit')?.href ?? ''
    const seen = (await (await by(read, 'GET', `${file}/Comments`)).json()) as Comments

    expect([namesOf(seen), namesOf(seen.entities?.[0] as never)]).toEqual([[], []])
    expect((await by(read, 'POST', `${file}/AddComment`, { Text: 'No' })).status).toBe(403)
    expect((await by(run, 'POST', `${file}/AddComment`, { Text: 'From a program' })).status).toBe(201)
    expect((await by(run, 'POST', edit, { Text: 'No' })).status).toBe(403)
    expect(await textsOf(mara, file)).toEqual(['From a program', 'Mine'])
  })

  it('is recorded in the activity log without the text', async () => {
    const { olga, mara, file, organization } = await lab()
    await writes(mara, file, 'Quietly')
    const [item] = (await discussion(olga, file)).items
    await olga.post(actionOf(item!, 'Delete')?.href ?? '')

    const { rows } = await api.db.pool.query(
      `select user_id, metadata from activity where organization_id = $1 and metadata->>'event' like 'comment.%' order by at`,
      [organization.id],
    )

    const resource = { kind: 'WorkData', id: file.split('/').at(-1) }
    expect(rows).toEqual([
      { user_id: mara.userId, metadata: { event: 'comment.created', ...resource } },
      { user_id: olga.userId, metadata: { event: 'comment.deleted', ...resource } },
    ])
  })
})

describe('mentions', () => {
  it('lists members by a part of their name', async () => {
    const { mara, file } = await lab()
    const find = async (text: string) =>
      (await mara.read<SirenDocument<MentionableProperties>>(`${file}/MentionablePeople?find=${text}`)).properties
        .People

    expect((await find('')).map(({ Name }) => Name)).toEqual(['Adam', 'Ben', 'Mara Lind', 'Olga'])
    expect(await find('lIN')).toEqual([{ UserId: mara.publicId, Name: 'Mara Lind' }])
    expect(await find('%25')).toEqual([])
  })

  it('emails the mentioned members, with a link to the discussion', async () => {
    const { mara, ben, file } = await lab()
    await writes(mara, file, '@Ben please check row 17', [ben.publicId, mara.publicId])

    const mail = await api.mailTo(ben.person.email, 'Mara Lind mentioned you in a comment')

    expect(mail.text).toContain('Mara Lind mentioned you in a comment on gauges.csv')
    expect(mail.text).toContain('@Ben please check row 17')
    const link = new URL(mail.link)
    expect([link.origin, link.hash]).toEqual(['http://localhost:3000', '#discussion'])
    const [, , , details = ''] = link.pathname.split('/')
    expect(Buffer.from(details, 'base64url').toString()).toBe(new URL(file).pathname)
    expect((await discussion(ben, file)).items[0]?.properties.Mentions).toEqual([
      { UserId: ben.publicId, Name: 'Ben' },
      { UserId: mara.publicId, Name: 'Mara Lind' },
    ])
  })

  it('sec/D6 limits how often one member is emailed about mentions by another', async () => {
    const limited = await testApi({ limits: { mentions: { max: 2, window: 3600 } } })
    const [mara, ben, olga] = await Promise.all([limited.signUp(), limited.signUp(), limited.signUp()])
    await hasOrganization(mara)
    for (const member of [ben, olga]) await joins(mara, member)
    const file = await uploads(mara, 'gauges.csv')
    const emailed = async (name: string) =>
      (await limited.mailTo(ben.person.email, 'mentioned you')).text.includes(name)

    for (const text of ['first', 'second', 'third', 'fourth']) await writes(mara, file, text, [ben.publicId])
    await writes(olga, file, 'by Olga', [ben.publicId])

    expect([await emailed('first'), await emailed('second'), await emailed('by Olga')]).toEqual([true, true, true])
    expect(await textsOf(mara, file)).toHaveLength(5)
  })

  it('emails only members who want emails, and after an edit only those who were added', async () => {
    const { olga, mara, ben, file } = await lab()
    expect((await olga.post('/api/auth/update-user', { mentionMails: false })).status).toBe(200)
    await writes(mara, file, '@Olga @Ben first', [olga.publicId, ben.publicId])
    await api.mailTo(ben.person.email, 'mentioned you')
    const [item] = (await discussion(mara, file)).items
    const edit = actionOf(item!, 'Edit')?.href ?? ''
    await olga.post('/api/auth/update-user', { mentionMails: true })
    expect((await mara.post(edit, { Text: '@Olga @Ben second', Mentions: [ben.publicId] })).status).toBe(200)

    await mara.post(edit, { Text: '@Olga @Ben third', Mentions: [ben.publicId, olga.publicId] })
    await writes(mara, file, '@Ben last', [ben.publicId])

    expect((await api.mailTo(olga.person.email, 'mentioned you')).text).toContain('third')
    expect((await api.mailTo(ben.person.email, 'mentioned you')).text).toContain('last')
  })

  it('refuses users who are not members, and says which', async () => {
    const { mara, ben, file, organization } = await lab()
    const stranger = await api.signUp()
    const send = (Mentions: string[]) => mara.post(`${file}/AddComment`, { Text: 'Hello', Mentions })

    expect(await faultsOf(await send([ben.publicId, stranger.publicId]))).toMatchObject([{ pointer: '/Mentions/1' }])
    await api.db.pool.query('delete from member where user_id = $1 and organization_id = $2', [
      ben.userId,
      organization.id,
    ])
    expect(await faultsOf(await send([ben.publicId]))).toMatchObject([{ pointer: '/Mentions/0' }])
    expect(await textsOf(mara, file)).toEqual([])
  })

  it('are refused in personal workspaces, even for the users who write them', async () => {
    const { mara, ben } = await lab()
    await actsIn(mara, null)
    const file = await uploads(mara)

    expect((await discussion(mara, file)).document.properties.CanMention).toBe(false)
    for (const id of [ben.publicId, mara.publicId]) {
      const reply = await mara.post(`${file}/AddComment`, { Text: 'Hello', Mentions: [id] })
      expect(await faultsOf(reply)).toMatchObject([{ pointer: '/Mentions/0' }])
    }
  })
})
