import { request } from 'node:https'
import { connect, type SecureVersion } from 'node:tls'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, signUpByPage } from './browser.ts'
import { freePorts } from './free-ports.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { type Product, startProduct } from './product.ts'

const [http = 0, https = 0, proxied = 0] = await freePorts(3)
const ports = { http, https, product: proxied }
const url = `https://localhost:${ports.https}`
let product: Product
let stopNginx: () => Promise<void>

/** Returns the highest version of TLS that both sides accept, or undefined if there is none. */
function agreed(maxVersion: SecureVersion): Promise<string | null | undefined> {
  const options = { rejectUnauthorized: false, minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' } as const
  return new Promise((resolve) => {
    const socket = connect({ host: 'localhost', port: ports.https, ...options })
    socket.once('secureConnect', () => resolve(socket.getProtocol()))
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
    socket.once('secureConnect', () => socket.destroy())
  })
}

/** Returns the reply to a request over TLS, without its body. */
function replyOf(path: string): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { rejectUnauthorized: false }, (reply) => {
      reply.resume()
      resolve({ status: reply.statusCode, headers: reply.headers })
    })
    sent.once('error', reject)
    sent.end()
  })
}

async function hasUploaded(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/workdata/upload')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('link', { name }).waitFor()
}

describe.runIf(hasNginx)('sec/L9 the example of a reverse proxy', () => {
  beforeAll(async () => {
    stopNginx = await startNginx(ports)
    product = await startProduct({
      port: ports.product,
      env: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' },
    })
  })

  afterAll(async () => {
    await stopNginx()
    await product.stop()
    product.remove()
  })

  it('leads to HTTPS, requires it from then on, and accepts only TLS 1.2 and 1.3', async () => {
    const plain = await fetch(`http://localhost:${ports.http}/jobs?a=b`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, `${url}/jobs?a=b`])
    const { status, headers } = await replyOf('/')
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
    expect([await agreed('TLSv1.3'), await agreed('TLSv1.2'), await agreed('TLSv1.1')]).toEqual([
      'TLSv1.3',
      'TLSv1.2',
      undefined,
    ])
  })

  it('passes sign-in with a secure cookie, uploads, and live updates', async () => {
    const page = await openPage('/', { baseURL: url, ignoreHTTPSErrors: true })
    const setUp = await product.printed(/^Set up: /)
    await signUpByPage(page, 'Ada Example', setUp.replace('Set up: ', ''))
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ secure }) => !secure)).toEqual([])
    expect(cookies.map(({ name }) => name)).toContain('__Host-millrace_session')

    const other = await page.context().newPage()
    await other.goto('/workdata/explorer')
    await other.getByRole('heading', { level: 1 }).waitFor()
    await hasUploaded(page, 'through-the-proxy.csv', gaugeCsv(200_000))
    await other.getByRole('link', { name: 'through-the-proxy.csv' }).waitFor()
  })
})
