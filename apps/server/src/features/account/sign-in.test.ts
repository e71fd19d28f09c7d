import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'

const api = await testApi()

describe('signing up and signing in', () => {
  it('signs in immediately without SMTP, with a session that all endpoints accept', async () => {
    const mara = await api.signUp({ name: 'Mara Weiss' })

    const { user, session } = await mara.read<{
      user: { name: string; publicId: string; role: string }
      session: object
    }>('/api/auth/get-session')
    expect(user).toMatchObject({ name: 'Mara Weiss', publicId: mara.publicId, role: 'user', plan: 'free' })
    expect(session).toMatchObject({ passwordResetRequired: false })
    expect(await mara.read('/api/user/grants')).toEqual(['plan:free'])
    const { rows } = await api.db.pool.query('select kind, name, plan from owner where id = $1', [mara.publicId])
    expect(rows).toEqual([{ kind: 'user', name: 'Mara Weiss', plan: 'free' }])
  })

  it('sec/C8 signs out on the server and clears the browser’s cache', async () => {
    const mara = await api.signUp()
    const cookies = new Map(mara.cookies)

    const reply = await mara.post('/api/auth/sign-out')

    expect([reply.status, reply.headers.get('clear-site-data')]).toEqual([200, '"cache"'])
    expect([...mara.cookies.keys()].filter((name) => !name.endsWith('device'))).toEqual([])
    for (const [name, value] of cookies) mara.cookies.set(name, value)
    expect((await mara.get('/api/user/grants')).status).toBe(401)
  })

  it('sec/A7 gives the same reply for a wrong password and an unknown address', async () => {
    const { person } = await api.signUp()
    const guest = api.anonymous()

    const wrong = await guest.post('/api/auth/sign-in/email', { email: person.email, password: `${PASSWORD}!` })
    const unknown = await guest.post('/api/auth/sign-in/email', { email: 'nobody@example.org', password: PASSWORD })

    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(await wrong.text()).toBe(await unknown.text())
    expect(guest.cookies.size).toBe(0)
  })
})
