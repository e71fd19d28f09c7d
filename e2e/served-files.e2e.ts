import { describe, expect, inject, it } from 'vitest'

const url = inject('productUrl')

const SCREENS = ['/login', '/dashboard', '/jobs', '/workData', '/processingSteps', '/settings']
const NEVER_SERVED = [
  ...['/assets', '/assets/', '/assets/preview/', '/schemas/', '/previews/', '/api/', '/worker/v1/'],
  ...['/.env', '/.git/config', '/package.json', '/src/main.tsx', '/node_modules/', '/screens.json', '/main.js'],
  ...['/debug', '/metrics', '/status', '/api/debug', '/api/docs', '/openapi.json', '/__inspect', '/%2e%2e/main.js'],
]

/** All files of the web app that can be reached from its screens. */
async function crawled(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const open = [...SCREENS]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const reply = await fetch(new URL(path, url))
    const text = await reply.text()
    expect([path, reply.status]).toEqual([path, 200])
    found.set(path, text)
    for (const [, name = ''] of text.matchAll(/["'(./]((?:assets\/)?[\w.-]+\.(?:js|css))["')]/g)) {
      const next = name.startsWith('assets/')
        ? `/${name}`
        : path.startsWith('/assets/')
          ? `/assets/${name}`
          : `/${name}`
      if (!found.has(next) && (await fetch(new URL(next, url), { method: 'HEAD' })).ok) open.push(next)
    }
  }
  return found
}

describe('sec/L7 the product', () => {
  it('serves the files of its app without source maps', async () => {
    const files = await crawled()
    const scripts = [...files.keys()].filter((path) => /\.(js|css)$/.test(path))

    expect(scripts.length).toBeGreaterThan(20)
    for (const path of scripts) {
      expect(files.get(path), path).not.toContain('sourceMappingURL')
      expect([path, (await fetch(new URL(`${path}.map`, url))).status]).toEqual([path, 404])
    }
  })

  it('serves no listings, sources or debug pages', async () => {
    const replies = await Promise.all(NEVER_SERVED.map((path) => fetch(url + path, { redirect: 'manual' })))

    const served = replies.filter(({ status }) => status !== 404).map((reply) => [reply.url, reply.status])
    expect(served).toEqual([])
  })
})
