import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'
import { enrols } from '#testing/second-factor.ts'
import { signedInAgo } from '#testing/session-age.ts'
import { SoftwarePasskey } from '#testing/software-passkey.ts'

const api = await testApi()

type Client = Awaited<ReturnType<typeof api.signUp>>

interface Listed {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

async function withPasskey() {
  const mara = await api.signUp()
  const passkey = new SoftwarePasskey()
  const reply = await passkey.registers(mara, { name: 'Laptop', password: PASSWORD })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return { mara, passkey }
}

const listed = async (client: Pick<Client, 'get'>) =>
  (await (await client.get('/api/auth/passkey/list-user-passkeys')).json()) as Listed[]
const opened = async (client: Pick<Client, 'get'>) => (await client.get('/api/user/grants')).status
const codeIn = async (reply: Response) => ((await reply.json()) as { code?: string }).code
const signedInLongAgo = (client: Client) => signedInAgo(api, client, 11)
async function happened({ userId }: Client) {
  const { rows } = await api.db.pool.query<{ metadata: Record<string, string> }>(
    `select metadata from activity where user_id = $1 and (metadata ->> 'event' like 'passkey.%' or metadata ? 'signedInWith') order by at`,
    [userId],
  )
  return rows.map(({ metadata }) => metadata)
}

describe('a passkey', () => {
  it('signs in without a password, and shows when it was last used', async () => {
    const { mara, passkey } = await withPasskey()
    expect(await listed(mara)).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
    const guest = api.anonymous()

    const reply = await passkey.signsIn(guest)

    expect(reply.status, await reply.clone().text()).toBe(200)
    expect(await opened(guest)).toBe(200)
    expect((await listed(mara))[0]?.lastUsedAt).toEqual(expect.any(String))
    expect((await happened(mara)).map(({ event, signedInWith }) => [event, signedInWith])).toEqual([
      ['passkey.created', undefined],
      ['session.created', 'passkey'],
    ])
    await api.mailTo(mara.person.email, 'A passkey was added')
  })

  it('sec/B1 counts as both factors, because the authenticator verifies its user', async () => {
    const { mara, passkey } = await withPasskey()
    await enrols(mara)
    const guest = api.anonymous()

    expect((await passkey.signsIn(guest)).status).toBe(200)
    expect(await opened(guest)).toBe(200)
  })

  it('is refused if its user was not verified', async () => {
    const { mara, passkey } = await withPasskey()
    const guest = api.anonymous()
    const careless = await new SoftwarePasskey().registers(
      mara,
      { name: 'Key', password: PASSWORD },
      { verifiesUser: false },
    )

    const reply = await passkey.signsIn(guest, { verifiesUser: false })

    expect([careless.status, await codeIn(careless)]).toEqual([403, 'USER_NOT_VERIFIED'])
    expect([reply.status, await codeIn(reply)]).toEqual([403, 'USER_NOT_VERIFIED'])
    expect([await opened(guest), (await listed(mara)).length]).toEqual([401, 1])
  })

  it.each([{ origin: 'https://evil.example' }, { rpId: 'evil.example' }])(
    'is refused for another site: %j',
    async (at) => {
      const { passkey } = await withPasskey()
      const guest = api.anonymous()

      expect((await passkey.signsIn(guest, at)).status).toBe(400)

      expect(await opened(guest)).toBe(401)
      expect(api.errors).toEqual([])
    },
  )

  it('answers a challenge once, and only in the browser that got it', async () => {
    const { passkey } = await withPasskey()
    const [guest, thief] = [api.anonymous(), api.anonymous()]
    const body = await passkey.answer(guest)
    const path = '/api/auth/passkey/verify-authentication'

    expect((await thief.post(path, body)).status).toBe(400)
    expect((await guest.post(path, body)).status).toBe(200)
    expect((await guest.post(path, body)).status).toBe(400)
    expect(await opened(thief)).toBe(401)
  })

  it('can be renamed and removed by its owner alone, and no longer signs in', async () => {
    const [{ mara, passkey }, jonas] = await Promise.all([withPasskey(), api.signUp()])
    const id = (await listed(mara))[0]?.id
    const [rename, remove] = ['/api/auth/passkey/update-passkey', '/api/auth/passkey/delete-passkey']

    expect((await jonas.post(rename, { id, name: 'Mine' })).status).toBe(401)
    expect((await jonas.post(remove, { id, password: PASSWORD })).status).toBe(401)
    for (const name of ['', '  ', 'x'.repeat(101), 'a\u202eb']) {
      expect([name, (await mara.post(rename, { id, name })).status]).toEqual([name, 400])
    }
    expect((await mara.post(rename, { id, name: 'Old laptop' })).status).toBe(200)
    expect((await mara.post(remove, { id, password: PASSWORD })).status).toBe(200)

    const reply = await passkey.signsIn(api.anonymous())
    expect([reply.status, await codeIn(reply)]).toEqual([401, 'PASSKEY_NOT_FOUND'])
    expect((await happened(mara)).map(({ event }) => event)).toEqual([
      'passkey.created',
      'passkey.name',
      'passkey.deleted',
    ])
    await api.mailTo(mara.person.email, 'A passkey was removed')
  })

  it('is added and removed only with the password or soon after signing in', async () => {
    const { mara } = await withPasskey()
    await signedInLongAgo(mara)
    const [{ id }] = (await listed(mara)) as [Listed]

    const added = await new SoftwarePasskey().registers(mara, { name: 'Key' })
    const guessed = await new SoftwarePasskey().registers(mara, { name: 'Key', password: 'wrong' })
    const removed = await mara.post('/api/auth/passkey/delete-passkey', { id })

    expect([await codeIn(added), await codeIn(guessed), await codeIn(removed)]).toEqual([
      'SESSION_NOT_FRESH',
      'INVALID_PASSWORD',
      'SESSION_NOT_FRESH',
    ])
    expect(await listed(mara)).toHaveLength(1)
  })

  it('sec/B1 does not lift a ban or the need to set a new password', async () => {
    const [banned, reset] = await Promise.all([withPasskey(), withPasskey()])
    await api.administrator.post('/api/auth/admin/ban-user', { userId: banned.mara.userId })
    await api.db.pool.query('update "user" set password_reset_required = true where id = $1', [reset.mara.userId])
    const [guest, other] = [api.anonymous(), api.anonymous()]

    const refused = await banned.passkey.signsIn(guest)

    expect([refused.status, await codeIn(refused)]).toEqual([403, 'BANNED_USER'])
    expect(await opened(guest)).toBe(401)
    expect((await reset.passkey.signsIn(other)).status).toBe(200)
    expect(await opened(other)).toBe(403)
  })

  it('is deleted with the account', async () => {
    const { mara, passkey } = await withPasskey()

    await api.administrator.post('/api/auth/admin/remove-user', { userId: mara.userId })

    const { rows } = await api.db.pool.query('select id from passkey where user_id = $1', [mara.userId])
    expect(rows).toEqual([])
    expect((await passkey.signsIn(api.anonymous())).status).toBe(401)
  })

  it('is refused if the account already has 20', async () => {
    const mara = await api.signUp()
    await api.db.pool.query(
      `insert into passkey (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
       select 'k' || n, 'Key', '', $1, 'c' || n, 0, 'singleDevice', false from generate_series(1, 20) n`,
      [mara.userId],
    )

    const reply = await mara.get('/api/auth/passkey/generate-register-options')

    expect([reply.status, await codeIn(reply)]).toEqual([400, 'TOO_MANY_PASSKEYS'])
  })
})

describe('with an identity provider alone', () => {
  it('passkeys are off', async () => {
    const only = await testApi({
      empty: true,
      env: {
        OIDC_ISSUER: 'https://id.example.org',
        OIDC_CLIENT_ID: 'millrace',
        OIDC_CLIENT_SECRET: 'secret',
        OIDC_ONLY: '1',
      },
    })

    const reply = await only.anonymous().get('/api/auth/passkey/generate-authenticate-options')

    expect(reply.status).toBe(404)
  })
})
