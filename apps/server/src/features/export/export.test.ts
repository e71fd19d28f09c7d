import { createHash } from 'node:crypto'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { formOf, hasJob, manifest, testWorker } from '#testing/jobs.ts'
import { actsIn, hasOrganization, joins } from '#testing/organizations.ts'
import { signedInAgo } from '#testing/session-age.ts'
import { unzipped } from '#testing/unzipped.ts'

const api = await testApi()
const worker = await testWorker(api)
const [step = ''] = await worker.registers(manifest('clean'))

type Line = Record<string, unknown>

async function exported(client: TestClient, path = '/api/account/export') {
  const reply = await client.get(path)
  expect(reply.status, path).toBe(200)
  expect(reply.headers.get('content-type')).toBe('application/zip')
  const texts = unzipped(new Uint8Array(await reply.arrayBuffer()))
  return {
    reply,
    texts,
    json: (name: string) => JSON.parse(texts[name] ?? '') as Line,
    lines: (name: string) =>
      (texts[name] ?? '')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line),
  }
}

async function uploads(client: TestClient, name: string, content: string): Promise<string> {
  const reply = await client.request('POST', '/api/WorkData/UploadWorkData', { body: formOf(name, content) })
  expect(reply.status).toBe(201)
  return reply.headers.get('location')?.split('/').at(-1) ?? ''
}

describe('sec/L12 the export of an account', () => {
  it('contains the profile, jobs with history and log, files with content, comments, keys and the activity', async () => {
    const mara = await api.signUp({ name: 'Mara Lind' })
    const [first, second] = [await uploads(mara, 'levels.csv', 'a\n1\n'), await uploads(mara, 'levels.csv', 'a\n2\n')]
    const href = await hasJob(mara, step, 'Pending')
    const id = href.split('/').at(-1)
    const [lease] = await worker.claims([step])
    const log = { lines: [{ at: new Date().toISOString(), stream: 'out', text: 'reading levels' }] }
    await worker.on(lease!).call('POST', 'log', log)
    await mara.post(`${href}/AddComment`, { Text: 'Compare with May.' })
    await mara.post('/api/keys?note=laptop')

    const { reply, texts, json, lines } = await exported(mara)

    expect(reply.headers.get('content-disposition')).toContain('Mara Lind.zip')
    expect(json('manifest.json')).toMatchObject({
      format: 'millrace-export',
      formatVersion: 1,
      owner: { kind: 'user', id: mara.publicId, name: 'Mara Lind' },
      counts: { workData: 3 },
    })
    const named = Object.keys((json('manifest.json') as { files: object }).files)
    for (const name of Object.keys(texts)) {
      expect(name === 'manifest.json' || named.some((one) => name.startsWith(one)), name).toBe(true)
    }
    expect(json('account.json')).toMatchObject({
      email: mara.person.email,
      plan: 'free',
      signInMethods: [{ provider: 'credential' }],
      sessions: [{ ipAddress: expect.any(String) }],
      apiKeys: [{ note: 'laptop', last4: expect.any(String) }],
    })
    const [job] = lines('jobs.jsonl')
    expect(job).toMatchObject({ id, state: 'Processing', stepId: step, inputs: [{ slot: 0, item: 0 }] })
    expect(((job?.history ?? []) as Line[]).map(({ toState }) => toState)).toEqual(
      expect.arrayContaining(['Created', 'Pending']),
    )
    expect(lines('job-logs.jsonl')).toMatchObject([
      { jobId: id, lines: [[expect.any(String), 'out', 'reading levels']] },
    ])
    expect(lines('comments.jsonl')).toMatchObject([{ jobId: id, text: 'Compare with May.' }])
    const data = lines('work-data.jsonl')
    expect(data.find((one) => one.id === first)).toMatchObject({ file: 'files/levels.csv', kind: 'ClientUpload' })
    expect(data.find((one) => one.id === second)).toMatchObject({ file: 'files/levels (2).csv' })
    expect([texts['files/levels.csv'], texts['files/levels (2).csv']]).toEqual(['a\n1\n', 'a\n2\n'])
    const events = lines('activity.jsonl').map(({ metadata }) => (metadata as Line).event)
    expect(events).toEqual(expect.arrayContaining(['user.created', 'session.created', 'apiKey.created']))
  })

  it('contains no secret: no hash, token or key', async () => {
    const mara = await api.signUp()
    const { key } = (await (await mara.post('/api/keys')).json()) as { key: string }

    const { texts } = await exported(mara)

    const { rows } = await api.db.pool.query(
      `select password as secret from account where user_id = $1 union select token from session where user_id = $1
       union select hash from api_key where user_id = $1`,
      [mara.userId],
    )
    expect(rows).toHaveLength(3)
    const all = Object.values(texts).join('\n')
    for (const secret of [key, PASSWORD, ...rows.map((row) => row.secret)]) expect(all).not.toContain(secret)
  })

  it('contains nothing of others or of organizations, even while acting in one', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    await uploads(jonas, 'secret-of-jonas.csv', 'a\n1\n')
    await uploads(mara, 'own.csv', 'a\n1\n')
    await hasOrganization(mara, 'Rhine Lab')
    await uploads(mara, 'of-the-lab.csv', 'a\n1\n')

    const { texts, json } = await exported(mara)

    expect(Object.keys(texts).filter((name) => name.startsWith('files/'))).toEqual(['files/own.csv'])
    expect(JSON.stringify(texts)).not.toContain('secret-of-jonas')
    expect(json('account.json')).toMatchObject({ organizations: [{ name: 'Rhine Lab', role: 'owner' }] })
  })

  it('is complete beyond one page, and marks a file whose content is missing', async () => {
    const mara = await api.signUp()
    const lost = `a\n${crypto.randomUUID()}\n`
    const id = await uploads(mara, 'lost.csv', lost)
    await api.deps.storage.delete(createHash('sha256').update(lost).digest('hex'))
    for (let n = 0; n < 60; n++) await mara.post('/api/Job/CreateJob', { Name: `Job ${n}` })

    const { texts, lines } = await exported(mara)

    expect(new Set(lines('jobs.jsonl').map((job) => job.id)).size).toBe(60)
    expect(texts['job-logs.jsonl']).toBe('')
    const [file] = lines('work-data.jsonl')
    expect(file).toMatchObject({ id, name: 'lost.csv', isMissing: true })
    expect(file).not.toHaveProperty('file')
  })

  it('contains the user’s own comments in organizations, including those that the user has left', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const { id: organizationId } = await hasOrganization(mara, 'Rhine Lab')
    await joins(mara, jonas)
    const id = await uploads(mara, 'shared.csv', 'a\n1\n')
    for (const [who, Text] of [
      [jonas, 'Whose gauge is this?'],
      [mara, 'Ours.'],
    ] as const) {
      expect((await who.post(`/api/WorkData/${id}/AddComment`, { Text })).status).toBe(201)
    }
    expect((await jonas.post('/api/auth/organization/leave', { organizationId })).status).toBe(200)

    const { lines } = await exported(jonas)

    expect(lines('comments.jsonl')).toEqual([])
    expect(lines('comments-in-organizations.jsonl')).toMatchObject([
      { workDataId: id, text: 'Whose gauge is this?', organization: 'Rhine Lab' },
    ])
  })

  it('needs a recent sign-in', async () => {
    const mara = await api.signUp()
    const lab = await hasOrganization(mara, 'Rhine Lab')
    const paths = ['/api/account/export', `/api/account/organizations/${lab.id}/export`].flatMap((path) => [
      path,
      `${path}/parts`,
    ])
    const statuses = async () => Promise.all(paths.map(async (path) => (await mara.get(path)).status))
    await signedInAgo(api, mara, 11)

    expect(await statuses()).toEqual([403, 403, 403, 403])
    await mara.post('/api/auth/sign-in/email', mara.person)
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })

  it('has several archives if there are more files than one archive may hold', { tags: 'long' }, async () => {
    const mara = await api.signUp()
    await uploads(mara, 'first.csv', 'a\n1\n')
    await asSystem(api.db, (tx) =>
      tx.query(
        `insert into work_data (id, owner_id, created_by, name, media_type, size_in_bytes, sha256, kind, created_at)
         select gen_random_uuid(), $1::uuid, $1::uuid, 'copy.csv', 'text/csv', 4, sha256, kind, created_at + n * interval '1 us'
         from work_data, generate_series(1, 100000) as n where owner_id = $1`,
        [mara.publicId],
      ),
    )
    await uploads(mara, 'last.csv', 'a\n2\n')

    const whole = await mara.get('/api/account/export')
    const { reply, texts, json } = await exported(mara, '/api/account/export?part=2')

    expect([whole.status, (await whole.json()) as Line]).toMatchObject([
      413,
      { detail: expect.stringContaining('?part=2') },
    ])
    expect(await mara.read('/api/account/export/parts')).toEqual({ parts: 2 })
    expect(reply.headers.get('content-disposition')).toContain('2 of 2.zip')
    expect(json('manifest.json')).toMatchObject({ part: 2, parts: 2, counts: { workData: 2 } })
    expect(Object.keys(texts).toSorted()).toEqual([
      'files/copy.csv',
      'files/last.csv',
      'manifest.json',
      'work-data.jsonl',
    ])
    for (const part of ['0', '3', 'x']) {
      expect((await mara.get(`/api/account/export?part=${part}`)).status).toBe(part === '3' ? 404 : 422)
    }
  })

  it('is refused to keys, strangers and impersonators', async () => {
    const mara = await api.signUp()
    const { key } = (await (await mara.post('/api/keys')).json()) as { key: string }
    await api.administrator.post('/api/auth/admin/impersonate-user', { userId: mara.userId })

    const refused = [
      await api.anonymous().get('/api/account/export'),
      await api.anonymous().get('/api/account/export', { 'x-api-key': key }),
      await api.administrator.get('/api/account/export'),
    ]
    await api.administrator.post('/api/auth/admin/stop-impersonating')

    expect(refused.map(({ status }) => status)).toEqual([401, 403, 403])
  })
})

describe('sec/L12 the export of an organization', () => {
  it('contains members, invitations, files and jobs of the organization, for its owners only', async () => {
    const [mara, jonas, stranger] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    await uploads(mara, 'private.csv', 'a\n1\n')
    const lab = await hasOrganization(mara, 'Rhine Lab')
    await joins(mara, jonas)
    await mara.post('/api/auth/organization/invite-member', { email: 'later@example.org', role: 'member' })
    await actsIn(jonas, lab.id)
    await uploads(jonas, 'shared.csv', 'a\n7\n')
    await actsIn(mara, null)
    const path = `/api/account/organizations/${lab.id}/export`

    const { texts, json, lines } = await exported(mara, path)

    expect(json('manifest.json')).toMatchObject({
      owner: { kind: 'organization', id: lab.publicId, name: 'Rhine Lab' },
    })
    const organization = json('organization.json') as { members: Line[]; invitations: Line[] }
    expect(organization.members.map(({ role }) => role).toSorted()).toEqual(['member', 'owner'])
    expect(organization.invitations.map(({ email }) => email)).toContain('later@example.org')
    expect(lines('work-data.jsonl')).toMatchObject([{ name: 'shared.csv', createdBy: jonas.publicId }])
    expect(Object.keys(texts).filter((name) => name.startsWith('files/'))).toEqual(['files/shared.csv'])
    expect(lines('activity.jsonl')[0]).toMatchObject({ organizationId: lab.id })
    expect([(await jonas.get(path)).status, (await stranger.get(path)).status]).toEqual([403, 404])
    expect((await stranger.get('/api/account/organizations/nobody/export')).status).toBe(404)
  })

  it('needs a second factor if the organization requires one', async () => {
    const mara = await api.signUp()
    const lab = await hasOrganization(mara, 'Rhine Lab')
    await api.db.pool.query('update organization set require_two_factor = true where id = $1', [lab.id])

    const reply = await mara.get(`/api/account/organizations/${lab.id}/export`)

    expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'second-factor-required' }])
  })
})
