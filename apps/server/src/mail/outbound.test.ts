import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url).pathname
const FOLDERS = [
  'apps/server/src',
  ...['contracts', 'db', 'dispatch', 'siren', 'storage'].map((it) => `packages/${it}/src`),
]
/** Code that opens a connection from the server. */
const OPENING =
  /\bfetch\(|\bhttps?\.(request|get)\(|\b(net|tls)\.(connect|createConnection)\(|from '(undici|node:dgram|node:tls|node:https)'|new (WebSocket|EventSource)\(/

describe('the server', () => {
  it('sec/K2 connects only to its database, the configured mail server, and through the outbound module', () => {
    const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).filter(
      (file) => !/\.test\.ts$|\/testing|^apps\/server\/src\/outbound\//.test(file),
    )
    const opening = files.filter((file) => OPENING.test(readFileSync(ROOT + file, 'utf8')))

    expect(files.length).toBeGreaterThan(100)
    expect(opening).toEqual([])
  })

  it('sec/K2 does not read files or URLs that an email refers to', () => {
    const transport = readFileSync(`${ROOT}apps/server/src/mail/transport.ts`, 'utf8')

    expect(transport).toMatch(/createTransport\(url, \{[^}]*disableFileAccess: true, disableUrlAccess: true/)
  })
})
