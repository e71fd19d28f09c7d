import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi({ empty: true })
const administrator = await api.signUp({ name: 'Ada Ministra', email: 'ada@example.org' })
await api.db.pool.query(
  `insert into "user" (id, public_id, name, email, email_verified, role, plan, created_at)
   values ('u1', gen_random_uuid(), 'Zoe 10', 'zoe10@example.org', true, 'user', 'free', now()),
     ('u2', gen_random_uuid(), 'zoe 9', 'zoe9@example.org', false, 'user', 'enterprise', now()),
     ('u3', gen_random_uuid(), 'Émile 100%', 'emile@example.org', false, 'user', 'free', now())`,
)

interface Listed {
  status: number
  users?: { id: string; name: string; role: string; email: string }[]
  total?: number
  limit?: number
  offset?: number
}

async function list(query: string, client = administrator): Promise<Listed> {
  const reply = await client.get(`/api/auth/admin/list-users?${query}`)
  return { status: reply.status, ...((await reply.json().catch(() => ({}))) as object) }
}

const names = async (query: string) => {
  const { users, total } = await list(query)
  expect(total).toBe(users?.length)
  return users?.map(({ name }) => name.split(' ')[0] + (name.includes('9') ? '9' : ''))
}

describe('the list of users', () => {
  it.each([
    ['sortBy=name', ['Ada', 'Émile', 'zoe9', 'Zoe']],
    ['sortBy=name&sortDirection=desc', ['Zoe', 'zoe9', 'Émile', 'Ada']],
    ['sortBy=email', ['Ada', 'Émile', 'Zoe', 'zoe9']],
    ['sortBy=role', ['Ada', 'Zoe', 'zoe9', 'Émile']],
    ['sortBy=plan&sortDirection=asc', ['zoe9', expect.any(String), expect.any(String), expect.any(String)]],
    ['sortBy=createdAt', ['Ada', 'Zoe', 'zoe9', 'Émile']],
    ['sortBy=createdAt&sortDirection=desc', ['Émile', 'zoe9', 'Zoe', 'Ada']],
    ['', ['Ada', 'Zoe', 'zoe9', 'Émile']],
  ])('is sorted as a reader expects: %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('sorts users with the same name by address', async () => {
    await api.db.pool.query(
      `insert into "user" (id, public_id, name, email, email_verified, role, plan, created_at)
       values ('t1', gen_random_uuid(), 'Twin', 'b@example.net', true, 'user', 'free', now()),
         ('t2', gen_random_uuid(), 'Twin', 'a@example.net', true, 'user', 'free', now())`,
    )

    const { users } = await list('sortBy=name&searchField=name&searchValue=Twin')
    await api.db.pool.query(`delete from "user" where name = 'Twin'`)

    expect(users?.map(({ email }) => email)).toEqual(['a@example.net', 'b@example.net'])
  })

  it.each([
    ['searchField=name&searchValue=ZOE', ['Zoe', 'zoe9']],
    ['searchField=name&searchValue=%C3%A9MILE', ['Émile']],
    ['searchField=email&searchValue=ZOE9%40', ['zoe9']],
    ['searchField=nameOrEmail&searchValue=ZOE9', ['zoe9']],
    ['searchField=nameOrEmail&searchValue=zoe', ['Zoe', 'zoe9']],
    ['searchValue=zoe1', ['Zoe']],
    ['searchField=name&searchValue=0%25', ['Émile']],
    ['searchField=name&searchValue=_', []],
    ['searchField=name&searchOperator=starts_with&searchValue=oe', []],
    ['searchField=name&searchOperator=ends_with&searchValue=9', ['zoe9']],
    ['searchField=name&searchValue=', ['Ada', 'Zoe', 'zoe9', 'Émile']],
  ])('is searched ignoring case, with wildcards taken literally: %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it.each([
    ['filterField=role&filterOperator=eq&filterValue=admin', ['Ada']],
    ['filterField=role&filterOperator=neq&filterValue=admin', ['Zoe', 'zoe9', 'Émile']],
    ['filterField=role&filterOperator=ne&filterValue=user', ['Ada']],
    ['filterField=plan&filterValue=enterprise', ['zoe9']],
    ['filterField=plan&filterOperator=neq&filterValue=enterprise&searchField=name&searchValue=zoe', ['Zoe']],
    ['filterField=emailVerified&filterOperator=eq&filterValue=false', ['zoe9', 'Émile']],
    ['filterField=emailVerified&filterOperator=neq&filterValue=false', ['Ada', 'Zoe']],
    ['filterField=plan&filterValue=gold', []],
  ])('is filtered by one field: %s', async (query, expected) => {
    await api.db.pool.query('update "user" set email_verified = true where id = $1', [administrator.userId])

    expect(await names(query)).toEqual(expected)
  })

  it('contains every user exactly once when paged, whatever it is sorted by', async () => {
    for (const sortBy of ['name', 'role', 'plan', 'createdAt', 'email']) {
      const seen: (string | undefined)[] = []
      for (let offset = 0; offset < 4; offset++) {
        const page = await list(`sortBy=${sortBy}&limit=1&offset=${offset}`)
        expect(page).toMatchObject({ status: 200, total: 4, limit: 1, offset })
        seen.push(...(page.users ?? []).map(({ id }) => id))
      }
      expect([sortBy, seen.toSorted()]).toEqual([sortBy, [administrator.userId, 'u1', 'u2', 'u3'].toSorted()])
    }
  })

  it.each(['', 'limit=0&offset=-1', 'limit=-5&offset=1.5', 'limit=all&offset=x', 'limit=&offset='])(
    'falls back to 50 users from the first one: %s',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 200, total: 4, limit: 50, offset: 0 })
    },
  )

  it('has at most 500 users on a page, and may be read beyond the end', async () => {
    expect(await list('limit=1000000000')).toMatchObject({ status: 200, limit: 500 })
    expect(await list('offset=99')).toMatchObject({ status: 200, users: [], total: 4, offset: 99 })
  })

  it.each([
    'sortBy=password',
    'sortBy=',
    'sortBy=name&sortBy=email',
    'sortDirection=up',
    'searchField=role&searchValue=x',
    'searchOperator=like&searchValue=x',
    'filterField=foo&filterValue=x',
    'filterField=role&filterOperator=gt&filterValue=a',
    'filterField=emailVerified&filterValue=yes',
    `searchValue=${'x'.repeat(300)}`,
  ])('refuses a query that has no meaning: %s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })

  it('shows organizations, and when the user was last active', async () => {
    const zoe = await api.signUp({ name: 'Joined', email: 'joined@example.org' })
    for (const name of ['Lab 10', 'Lab 9', 'Lab 8', 'Lab 11']) await hasOrganization(zoe, name)
    await zoe.post('/api/auth/sign-out')
    const { users } = await list('searchValue=joined')
    await administrator.post('/api/admin/users', { name: 'Invited', email: 'invited@example.org' })
    const [never] = (await list('searchValue=invited')).users ?? []
    await api.db.pool.query('delete from organization')
    await api.db.pool.query('delete from "user" where id = any($1)', [[zoe.userId, never?.id]])

    expect(users).toMatchObject([
      { organizations: ['Lab 8', 'Lab 9', 'Lab 10'], organizationCount: 4, lastSeenAt: expect.stringMatching(/^20/) },
    ])
    expect(never).toMatchObject({ organizations: [], organizationCount: 0, lastSeenAt: null })
  })

  it('counts the use of an API key as activity', async () => {
    const zoe = await api.signUp({ name: 'By key', email: 'by.key@example.org' })
    const { id, key } = (await (await zoe.post('/api/keys')).json()) as { id: string; key: string }
    await api.anonymous().get('/api/EntryPoint', { 'x-api-key': key })
    await expect
      .poll(async () => (await api.db.pool.query('select last_used_at from api_key where id = $1', [id])).rows[0])
      .toEqual({ last_used_at: expect.any(Date) })
    await api.db.pool.query(`update session set updated_at = now() - interval '3 days' where user_id = $1`, [
      zoe.userId,
    ])
    await api.db.pool.query(`update api_key set last_used_at = now() + interval '1 hour' where id = $1`, [id])
    const { rows } = await api.db.pool.query('select last_used_at as at from api_key where id = $1', [id])

    const { users } = await list('searchValue=by.key')
    const detail = await administrator.read(`/api/admin/users/${zoe.userId}`)
    await api.db.pool.query('delete from "user" where id = $1', [zoe.userId])

    const at = rows[0].at.toISOString()
    expect([users, detail]).toMatchObject([[{ lastSeenAt: at }], { lastSeenAt: at }])
  })

  it('shows no secret of a user', async () => {
    const { users } = await list('searchValue=ada')

    expect(Object.keys(users?.[0] ?? {})).toEqual(expect.arrayContaining(['id', 'publicId', 'role', 'plan', 'banned']))
    expect(JSON.stringify(users)).not.toMatch(/password"|secret|token/i)
  })

  it('sec/E6 is for administrators only', async () => {
    expect((await list('', await api.signUp())).status).toBe(403)
    expect((await list('', api.anonymous() as never)).status).toBe(401)
  })
})
