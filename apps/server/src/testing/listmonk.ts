import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { testWebServer } from './web-server.ts'

interface TestSubscriber {
  id: number
  email: string
  name: string
  status: string
  attribs: object
  /** The status of the subscription to each list, by list id. */
  lists: Map<number, string>
}

interface Body {
  email: string
  name: string
  status: string
  attribs?: object
  lists?: number[]
  ids: number[]
  action: 'add' | 'remove' | 'unsubscribe'
  target_list_ids: number[]
}

export type TestListmonk = Awaited<ReturnType<typeof testListmonk>>

export const LISTMONK_USER = { LISTMONK_USER: 'millrace', LISTMONK_TOKEN: 'a-token' }

/** Starts a server that behaves as listmonk's API documentation says (https://listmonk.app/docs/apis/subscribers/). */
export async function testListmonk() {
  const subscribers = new Map<number, TestSubscriber>()
  const state = {
    url: '',
    subscribers,
    /** The requests that changed something, as `METHOD path`. */
    changes: [] as string[],
    /**
     * If set, is called before the server handles a request, so that a test can make the server misbehave. Returns true
     * if the function itself has sent the response.
     */
    instead: undefined as ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined,
    add(subscriber: Partial<TestSubscriber> & { email: string }): TestSubscriber {
      const id = Math.max(0, ...subscribers.keys()) + 1
      const added = { id, name: '', status: 'enabled', attribs: {}, lists: new Map(), ...subscriber }
      subscribers.set(id, added)
      return added
    },
    on: (list: number) => [...subscribers.values()].filter(({ lists }) => lists.has(list)),
  }
  state.url = await testWebServer(async (request, response) => {
    if (state.instead?.(request, response)) return
    const url = new URL(request.url ?? '/', 'http://listmonk')
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== 'token millrace:a-token') return reply(403, { message: 'invalid session' })
    const sent = await text(request)
    const body = (sent === '' ? {} : JSON.parse(sent)) as Body
    if (request.method !== 'GET') state.changes.push(`${request.method} ${url.pathname}`)
    const [status, data] = answer(request.method ?? 'GET', url, body)
    return reply(status, status < 300 ? { data } : { message: data })
  })

  function answer(method: string, url: URL, body: Body): [status: number, data: unknown] {
    if (method === 'GET' && url.pathname === '/api/subscribers') return [200, { results: found(url.searchParams) }]
    if (method === 'POST' && url.pathname === '/api/subscribers') return create(body)
    if (method === 'PUT' && url.pathname === '/api/subscribers/lists') return changeLists(body)
    const subscriber = subscribers.get(Number(/^\/api\/subscribers\/(\d+)$/.exec(url.pathname)?.[1]))
    if (!subscriber) return [400, 'Subscriber not found']
    if (method === 'DELETE') subscribers.delete(subscriber.id)
    else replace(subscriber, body)
    return [200, true]
  }

  function found(query: URLSearchParams) {
    const [list, page, size] = [query.get('list_id'), Number(query.get('page')), Number(query.get('per_page'))]
    const literal = /^subscribers\.email = '((?:[^']|'')*)'$/.exec(query.get('query') ?? '')?.[1]
    return [...subscribers.values()]
      .filter(({ lists }) => list === null || lists.has(Number(list)))
      .filter(({ email }) => literal === undefined || email === literal.replaceAll("''", "'"))
      .slice((page - 1) * size, page * size)
      .map((subscriber) => ({
        ...subscriber,
        lists: [...subscriber.lists].map(([id, subscription_status]) => ({ id, subscription_status })),
      }))
  }

  function create({ email, name, status, attribs = {}, lists = [] }: Body): [number, unknown] {
    const isTaken = [...subscribers.values()].some((subscriber) => subscriber.email === email.toLowerCase())
    if (isTaken) return [409, 'E-mail already exists']
    if (email.endsWith('.invalid')) return [400, 'Invalid email']
    const added = state.add({ email: email.toLowerCase(), name, status, attribs, lists: confirmed(lists) })
    return [200, { ...added, lists: [] }]
  }

  /**
   * Replaces a subscriber. Omitted attributes are kept. If `lists` is omitted, the subscriber is removed from all
   * lists.
   */
  function replace(subscriber: TestSubscriber, { email, name, status, attribs, lists = [] }: Body): void {
    Object.assign(subscriber, { email, name, status, attribs: attribs ?? subscriber.attribs, lists: confirmed(lists) })
  }

  function changeLists({ ids, action, target_list_ids }: Body): [number, unknown] {
    for (const id of ids) {
      for (const list of target_list_ids) {
        if (action === 'remove') subscribers.get(id)?.lists.delete(list)
        else subscribers.get(id)?.lists.set(list, action === 'add' ? 'confirmed' : 'unsubscribed')
      }
    }
    return [200, true]
  }

  return state
}

function confirmed(lists: number[]): Map<number, string> {
  return new Map(lists.map((list) => [list, 'confirmed']))
}
