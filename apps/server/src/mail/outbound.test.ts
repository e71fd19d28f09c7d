import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url).pathname
const FOLDERS = [
  'apps/server/src',
  ...['contracts', 'db', 'dispatch', 'siren', 'storage'].map((it) => `packages/${it}/src`),
]
/** Ways to open a connection from a server. */
const OPENING =
  /\bfetch\(|\bhttps?\.(request|get)\(|\b(net|tls)\.(connect|createConnection)\(|from '(undici|node:dgram|node:tls|node:https)'|new (WebSocket|EventSource)\(/

describe('the server', () => {
  it('sec/K2 opens no connection but to its database and to the mail server that its settings name', () => {
    const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).filter(
      (file) => !/\.test\.ts$|\/testing/.test(file),
    )
    const opening = files.filter((file) => OPENING.test(readFileSync(ROOT + file, 'utf8')))

    expect(files.length).toBeGreaterThan(100)
    expect(opening).toEqual([])
  })

  it('sec/K2 lets no mail name a file or an address to fetch', () => {
    const transport = readFileSync(`${ROOT}apps/server/src/mail/transport.ts`, 'utf8')

    expect(transport).toMatch(/createTransport\(url, \{[^}]*disableFileAccess: true, disableUrlAccess: true/)
  })
})
