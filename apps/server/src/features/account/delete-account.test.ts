import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing.ts'

const api = await testApi()

type Person = Awaited<ReturnType<typeof api.signUp>>

async function asked(mara: Person): Promise<string> {
  const reply = await mara.post('/api/auth/delete-user', { password: PASSWORD })
  expect(await reply.json()).toEqual({ success: true, message: 'Verification email sent' })
  const { link, token } = await api.mailTo(mara.person.email, 'Delete your account?')
  expect(link).toContain('http://localhost:3000/verify-delete-account?token=')
  return token
}

describe('deleting an account', () => {
  it('needs the link from the mail and the session of the same person, and takes what the person owned', async () => {
    const [mara, jonas] = await Promise.all([api.signUp(), api.signUp()])
    const key = await api.people.keys.make({
      ownerId: mara.publicId,
      userId: mara.userId,
      scope: 'user',
      note: 'laptop',
    })
    const upload = new FormData()
    upload.append('files', new File(['a,b\n1,2\n'], 'rhine.csv', { type: 'text/csv' }))
    expect((await mara.post('/api/WorkData/UploadWorkData', upload)).status).toBe(201)
    const token = await asked(mara)

    const foreign = await jonas.post('/api/auth/delete-user', { token })
    const ofMara = await asked(mara)
    const own = await mara.post('/api/auth/delete-user', { token: ofMara })

    expect([foreign.status, own.status]).toEqual([404, 200])
    expect((await mara.get('/api/user/grants')).status).toBe(401)
    expect((await api.visitor().get('/api/user/grants', { 'x-api-key': key.text })).status).toBe(401)
    expect((await api.visitor().post('/api/auth/sign-in/email', mara.person)).status).toBe(401)
    expect((await jonas.get('/api/user/grants')).status).toBe(200)
    await expect.poll(() => leftOf(mara), { timeout: 5000 }).toEqual({ data: 0, keys: 0, owners: 0 })
  })

  it('is not possible by a link that anybody may open', async () => {
    const mara = await api.signUp()
    const token = await asked(mara)

    const reply = await mara.get(`/api/auth/delete-user/callback?token=${token}`)

    expect(reply.status).toBe(404)
    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })

  it('wants the right password', async () => {
    const mara = await api.signUp()

    const reply = await mara.post('/api/auth/delete-user', { password: 'not my password' })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'INVALID_PASSWORD' }])
  })

  it('is refused to the last owner of an organization', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/organization/create', { name: 'Rhine Lab', slug: `rhine-${mara.publicId}` })
    const token = await asked(mara)

    const reply = await mara.post('/api/auth/delete-user', { token })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'LAST_OWNER' }])
    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })

  it('is refused to an administrator too, for somebody who is the last owner', async () => {
    const mara = await api.signUp()
    await mara.post('/api/auth/organization/create', { name: 'Elbe Lab', slug: `elbe-${mara.publicId}` })

    const reply = await api.administrator.post('/api/auth/admin/remove-user', { userId: mara.userId })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'LAST_OWNER' }])
    expect((await mara.get('/api/user/grants')).status).toBe(200)
  })

  it('is refused to the last administrator', async () => {
    const token = await asked(api.administrator)

    const reply = await api.administrator.post('/api/auth/delete-user', { token })

    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'LAST_ADMINISTRATOR' }])
    expect(await api.administrator.read('/api/user/grants')).toContain('role:admin')
  })
})

async function leftOf(person: Person) {
  const { rows } = await api.db.pool.query(
    `select (select count(*)::int from api_key where owner_id = $1) as keys, (select count(*)::int from owner where id = $1) as owners`,
    [person.publicId],
  )
  const client = await api.db.pool.connect()
  await client.query(`begin; set local millrace.role = 'system'`)
  const data = await client.query('select count(*)::int as n from work_data where owner_id = $1', [person.publicId])
  await client.query('commit')
  client.release()
  return { ...rows[0], data: data.rows[0].n }
}
