import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '#app-env.ts'
import { allowAnybody, declaredRoutes, declares, requireRules } from './rules.ts'

const members = declares('user', (_c, next) => next())
const admins = declares('admin', (_c, next) => next())

function app() {
  const jobs = new Hono<AppEnv>()
    .use(members)
    .get('/', (c) => c.text('all'))
    .get('/:id', (c) => c.text('one'))
  return new Hono<AppEnv>()
    .use((_c, next) => next())
    .route('/api/jobs', jobs)
    .get('/health', allowAnybody, (c) => c.text('ok'))
    .post('/api/jobs/purge', admins, (c) => c.text('gone'))
    .all('/api/any', allowAnybody, (c) => c.text('ok'))
    .use('/api/*', admins)
    .get('/api/late', (c) => c.text('ok'))
}

describe('declaredRoutes', () => {
  it('finds the nearest rule of each route', () => {
    expect(declaredRoutes(app())).toEqual([
      { method: 'GET', path: '/api/jobs', rule: 'user' },
      { method: 'GET', path: '/api/jobs/:id', rule: 'user' },
      { method: 'GET', path: '/health', rule: 'public' },
      { method: 'POST', path: '/api/jobs/purge', rule: 'admin' },
      { method: 'ALL', path: '/api/any', rule: 'public' },
      { method: 'GET', path: '/api/late', rule: 'admin' },
    ])
  })
})

describe('requireRules', () => {
  it('sec/E1 accepts an app whose routes all declare a rule', () => {
    expect(() => requireRules(app())).not.toThrow()
  })

  it.each([
    ['a route', (it: Hono<AppEnv>) => it.get('/open/secrets', (c) => c.text('all of them'))],
    [
      'a route that looks like a middleware',
      (it: Hono<AppEnv>) => it.post('/open/secrets', async (c, _next) => c.text('!')),
    ],
    ['a route for all methods', (it: Hono<AppEnv>) => it.all('/open/secrets', (c) => c.text('all of them'))],
    [
      'a group of routes',
      (it: Hono<AppEnv>) =>
        it.route(
          '/open',
          new Hono<AppEnv>().get('/secrets', (c) => c.text('!')),
        ),
    ],
  ])('refuses %s without a rule', (_what, add) => {
    const open = app()
    add(open)

    expect(() => requireRules(open)).toThrow('/open/secrets')
  })
})
