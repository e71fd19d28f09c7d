import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { declaredRoutes } from './rules.ts'

const api = await testApi()

it('sec/E1 declares who may call each route; review every line that changes', async () => {
  const lines = declaredRoutes(api.app).map(
    ({ method, path, rule }) => `${rule ?? 'NOBODY DECIDED'}\t${method} ${path}`,
  )

  expect(lines.length).toBeGreaterThan(20)
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./declared-routes.txt')
})

it('sec/E1 requires authentication unless the rule is public', async () => {
  const closed = declaredRoutes(api.app).filter(({ rule }) => rule !== 'public' && rule !== 'auth-library')

  for (const { method, path } of closed) {
    const reply = await api
      .anonymous()
      .request(method === 'ALL' ? 'GET' : method, path.replaceAll(/:\w+(\{.*?\})?/g, '1'))
    expect([method, path, reply.status]).toEqual([method, path, 401])
  }
})
