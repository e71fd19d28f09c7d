import { KEY_ACCESS } from '@millrace/contracts/api-keys'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { manifest, testWorker } from '#testing/jobs.ts'
import { mayRegisterSteps } from '#testing/organizations.ts'
import { declaredRoutes } from './rules.ts'

/* Calls every action that admits API keys, with a key of each access level and with a key limited to some steps. */
const api = await testApi()
const mara = await api.signUp()
await mayRegisterSteps(api, mara)
await (await testWorker(api)).registers(manifest('clean'))
const MISSING = '01900000-0000-7000-8000-00000000000a'
const SLOW = { timeout: 120_000 }
const routes = declaredRoutes(api.app)
  .filter(({ rule, path }) => (rule === 'user' || rule === 'admin') && path !== '/api/Events')
  .flatMap(({ method, path }) => pathsOf(path).map((at) => ({ method: method === 'ALL' ? 'GET' : method, path: at })))

/** Returns the paths of a route, one for each action that it names. */
function pathsOf(route: string): string[] {
  const [choices, names] = /\/:\w+\{([\w|]+)\}/.exec(route) ?? []
  const routesOf = choices && names ? names.split('|').map((name) => route.replace(choices, `/${name}`)) : [route]
  return routesOf.map((path) => path.replaceAll(/:\w+(\{[^}]*\})?/g, MISSING))
}

async function keyWith(query: string): Promise<string> {
  return ((await (await mara.post(`/api/keys?${query}`)).json()) as { key: string }).key
}

/** Whether the request is refused because of the key, not because of its content. */
async function refuses(key: string, method: string, path: string): Promise<boolean> {
  const body = method === 'GET' ? {} : { body: {} }
  const reply = await api.anonymous().request(method, path, { ...body, headers: { 'x-api-key': key } })
  const text = await reply.text()
  return reply.status === 403 && text.includes('This API key can ')
}

describe('an API key', () => {
  it('sec/G3 sec/E2 may use the actions that its access includes; review every line that changes', SLOW, async () => {
    const keys = await Promise.all(KEY_ACCESS.map((access) => keyWith(`access=${access}`)))
    const limited = await keyWith('access=manage&steps=clean')
    const lines: string[] = []
    for (const { method, path } of routes) {
      const refused = await Promise.all(keys.map((key) => refuses(key, method, path)))
      const isLimited = await refuses(limited, method, path)
      const least = KEY_ACCESS[refused.indexOf(false)]
      expect([method, path, refused]).toEqual([method, path, refused.toSorted().toReversed()])
      lines.push(`${least}${isLimited ? ', without a limit to steps' : ''}\t${method} ${path.replaceAll(MISSING, '…')}`)
    }

    expect(lines.filter((line) => line.includes('\tGET ') && !line.startsWith('read\t'))).toEqual([])
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./key-matrix.txt')
  })

  it.each(KEY_ACCESS)(
    'sec/G3 sec/E2 with the access %s is not admitted to settings and administration',
    async (access) => {
      const key = await keyWith(`access=${access}`)
      const closed = declaredRoutes(api.app).filter(({ rule }) => rule === 'session' || rule === 'admin-session')
      for (const { method, path } of closed) {
        for (const at of pathsOf(path)) {
          const body = method === 'GET' ? {} : { body: {} }
          const reply = await api.anonymous().request(method, at, { ...body, headers: { 'x-api-key': key } })
          expect([method, at, reply.status]).toEqual([method, at, 403])
        }
      }
    },
  )
})
