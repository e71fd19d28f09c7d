import { randomUUID } from 'node:crypto'
import { SIREN_TYPE, type SirenDocument } from '@millrace/siren/document'
import { actionOf } from '@millrace/siren/read'
import type { Page } from 'playwright-core'

/** Uses the product over HTTP, as a browser would. */
export interface Calls {
  /** Sends a request and returns the reply, regardless of its status. URLs are absolute or start with a slash. */
  request(address: string, init?: RequestInit): Promise<Response>
  /** Reads a document. Throws if the status is not 200. */
  read<P = Record<string, unknown>>(address: string): Promise<SirenDocument<P>>
  /** Posts JSON and returns the URL of the created resource, if any. Throws if the status is not 2xx. */
  post(address: string, body?: unknown, headers?: Record<string, string>): Promise<string>
  /** Runs an action of the document. Throws if the action is not available. */
  act(document: SirenDocument<never>, action: string, body?: unknown): Promise<string>
  /** Uploads one file and returns the URL of its work data. A blob also declares a media type. */
  upload(name: string, content: Uint8Array<ArrayBuffer> | Blob, headers?: Record<string, string>): Promise<string>
}

/** A signed-up user. */
export interface Person extends Calls {
  email: string
  password: string
}

export async function signUp(
  url: string,
  name = 'Ada Example',
  email = `${randomUUID()}@example.com`,
): Promise<Person> {
  const password = `correct horse ${randomUUID()}`
  const reply = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name, email, password }),
  })
  if (!reply.ok) throw new Error(`Signing up returned ${reply.status}: ${await reply.text()}`)
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { email, password, ...callsWith(url, cookie) }
}

/** Returns calls as the user of a page. The page must be on the product’s origin. */
export async function asUserOf(page: Page): Promise<Calls> {
  const cookies = await page.context().cookies()
  return callsWith(new URL(page.url()).origin, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
}

function callsWith(url: string, cookie: string): Calls {
  const request = (address: string, init: RequestInit = {}) =>
    fetch(new URL(address, url), { ...init, headers: { cookie, origin: url, ...init.headers } })

  async function post(address: string, body?: unknown, headers: Record<string, string> = {}): Promise<string> {
    const json = { 'content-type': 'application/json', ...headers }
    return located(await request(address, { method: 'POST', headers: json, body: JSON.stringify(body) }), address)
  }

  return {
    request,
    post,
    async read<P>(address: string) {
      const reply = await request(address, { headers: { accept: SIREN_TYPE } })
      if (reply.status !== 200) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`)
      return (await reply.json()) as SirenDocument<P>
    },
    async act(document: SirenDocument<never>, name: string, body?: unknown) {
      const action = actionOf(document, name)
      if (!action) throw new Error(`${document.class.join(' ')} does not list ${name}.`)
      return post(action.href, body)
    },
    async upload(name: string, content: Uint8Array<ArrayBuffer> | Blob, headers: Record<string, string> = {}) {
      const form = new FormData()
      form.append('files', content instanceof Blob ? content : new Blob([content]), name)
      const address = '/api/WorkData/UploadWorkData'
      return located(await request(address, { method: 'POST', headers, body: form }), address)
    },
  }
}

async function located(reply: Response, address: string): Promise<string> {
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
  return reply.headers.get('location') ?? ''
}
