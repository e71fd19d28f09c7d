/** A client with an API key. Sends one request at a time over a persistent connection. */
export interface Client {
  email: string
  /** The cookie of the session in which the key was created. */
  cookie: string
  key: string
  read(path: string): Promise<unknown>
  /** Sends a POST request and returns the URL of the created resource. */
  post(path: string, body: object): Promise<string>
}

export const PASSWORD = 'still water runs deep'

/** Signs up and creates an API key. */
export async function person(url: string, name: string): Promise<Client> {
  const headers = { 'content-type': 'application/json', origin: url }
  const email = `${crypto.randomUUID()}@example.org`
  const body = JSON.stringify({ name, email, password: PASSWORD })
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  if (!signedUp.ok) throw new Error(await signedUp.text())
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const made = await fetch(`${url}/api/keys`, { method: 'POST', headers: { ...headers, cookie } })
  return { ...clientOf(url, ((await made.json()) as { key: string }).key), email, cookie }
}

function clientOf(url: string, key: string): Omit<Client, 'email' | 'cookie'> {
  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const at = path.startsWith('http') ? path : `${url}${path}`
    const reply = await fetch(at, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply
  }
  return {
    key,
    read: async (path) => (await ask('GET', path)).json(),
    async post(path, body) {
      const reply = await ask('POST', path, body)
      await reply.arrayBuffer()
      return reply.headers.get('location') ?? ''
    },
  }
}
