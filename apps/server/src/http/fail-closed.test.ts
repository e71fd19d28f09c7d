import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '#app-env.ts'
import { testApi } from '#testing/api.ts'
import { problemResponse } from './problem-response.ts'
import { requestLog } from './request-log.ts'

const api = await testApi()
const sql = (text: string, ...values: unknown[]) => api.db.pool.query(text, values)
const statusOf = async (client: { get(path: string): Promise<Response> }, path = '/api/user/grants') =>
  (await client.get(path)).status

// The constraint rejects unknown roles. Without the constraint, the server must still grant such roles nothing.
await sql('alter table "user" drop constraint user_role')

describe('invalid data', () => {
  it.each(['king', 'Admin', 'admin,user', ' admin', '', null])('sec/L4 grants nothing: the role %j', async (role) => {
    const mara = await api.signUp()
    await sql('update "user" set role = $2 where id = $1', mara.userId, role)

    expect([await statusOf(mara, '/api/Admin'), await statusOf(mara, '/api/EntryPoint')]).toEqual([403, 200])
  })

  it('sec/L4 grants nothing: a session or key whose user, owner or membership was deleted', async () => {
    const [mara, jonas, tess] = await Promise.all([api.signUp(), api.signUp(), api.signUp()])
    const keyOf = async (client: typeof mara) =>
      ((await (await client.post('/api/keys')).json()) as { key: string }).key
    const withKey = async (key: string) => (await api.anonymous().get('/api/Info', { 'x-api-key': key })).status
    const [marasKey, jonasKey, tessKey] = [await keyOf(mara), await keyOf(jonas), await keyOf(tess)]

    await sql('delete from "user" where id = $1', mara.userId)
    await sql('update api_key set user_id = null where owner_id = $1', jonas.publicId)
    await sql(`update api_key set owner_id = '00000000-0000-7000-8000-000000000001' where owner_id = $1`, tess.publicId)

    expect(await statusOf(mara)).toBe(401)
    expect([await withKey(marasKey), await withKey(jonasKey), await withKey(tessKey)]).toEqual([401, 401, 401])
  })

  it('FLT21 sec/L5 cannot modify object prototypes by headers and queries named __proto__', async () => {
    const mara = await api.signUp()

    const reply = await mara.get('/api/EntryPoint?__proto__=x&constructor=y', { __proto__x: 'z', constructor: 'z' })

    expect(reply.status).toBe(200)
    expect(({} as { x?: string }).x).toBeUndefined()
  })
})

describe('an internal error', () => {
  it('INV22 sec/L3 returns a request id and no details', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const app = new Hono<AppEnv>()
      .use(requestLog(log, () => 'the-request-id'))
      .get('/error', () => {
        throw Object.assign(new Error('select * from "user" at /srv/app/secret.ts'), { code: '42601' })
      })
      .get('/thrown', () => {
        throw { password: 'canary' } as unknown as Error
      })
    app.onError(problemResponse(log))

    const reply = await app.request('/error')
    const text = await reply.text()

    expect([reply.status, reply.headers.get('content-type')]).toEqual([500, 'application/problem+json'])
    expect(text).not.toMatch(/select|srv|42601|\.ts/)
    expect(JSON.parse(text)).toMatchObject({ code: 'unexpected', requestId: 'the-request-id' })
    expect(lines.join('')).toContain('the-request-id')
  })
})
