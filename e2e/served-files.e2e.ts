import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { signUp } from './api-client.ts'

const BUILD = new URL('../dist/', import.meta.url)
const url = inject('productUrl')

const NEVER_SERVED = [
  ...['/assets', '/assets/', '/assets/preview/', '/schemas/', '/previews/', '/api/', '/worker/v1/'],
  ...['/.env', '/.git/config', '/package.json', '/src/main.tsx', '/node_modules/', '/screens.json', '/main.js'],
  ...['/debug', '/metrics', '/status', '/api/debug', '/api/docs', '/openapi.json', '/__inspect', '/%2e%2e/main.js'],
]

describe('sec/L7 the product', () => {
  it('contains no source maps', () => {
    const files = readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
    const scripts = files.filter((name) => /\.(js|css)$/.test(name))

    expect(scripts.length).toBeGreaterThan(20)
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([])
    const mapped = scripts.filter((name) => readFileSync(new URL(name, BUILD), 'utf8').includes('sourceMappingURL=h'))
    expect(mapped).toEqual([])
  })

  it('serves no listings, sources or debug pages: unknown addresses show the app’s “not found” page', async () => {
    const replies = await Promise.all(
      NEVER_SERVED.map(async (path) => {
        const reply = await fetch(url + path, { redirect: 'manual' })
        const isApp = (await reply.text()).includes('<div id="root"')
        return [path, reply.status === 200 && isApp ? 'app' : reply.status]
      }),
    )

    expect(replies.filter(([, outcome]) => ![404, 401, 'app'].includes(outcome as never))).toEqual([])
  })
})

describe('the product', () => {
  it.each(['/api/admin/system/listmonk/sync', '/api/account/required-password-change'])(
    'replies with 405 and the allowed method to GET %s, which accepts only POST',
    async (path) => {
      const user = await signUp(url)

      const reply = await user.request(path)

      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      expect(await reply.json()).toMatchObject({ code: 'method-not-allowed' })
    },
  )
})
