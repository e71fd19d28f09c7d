import { z } from 'zod'
import { type Outbound, OutboundError } from '#outbound/outbound.ts'

/** The address and credentials of listmonk, and the id of the list that users are subscribed to. */
export interface ListmonkSettings {
  url: string
  user: string
  token: string
  list: number
}

const Subscriber = z.object({
  id: z.int().positive(),
  email: z.string().max(500),
  name: z.string().max(2000),
  status: z.string().max(50),
  lists: z.array(z.object({ id: z.int(), subscription_status: z.string().max(50).optional() })).max(10_000),
})
export type Subscriber = z.infer<typeof Subscriber>

const Page = z.object({ data: z.object({ results: z.array(Subscriber).nullable() }) })
const Created = z.object({ data: z.object({ id: z.int().positive() }) })
const Refusal = z.object({ message: z.string() })

const PAGE_SIZE = 500
const PAGES_MAX = 1000

export type Listmonk = ReturnType<typeof listmonk>

/** Thrown if listmonk rejects a subscriber. A failure that affects every subscriber throws an OutboundError instead. */
export class RefusedSubscriber extends Error {
  override name = 'RefusedSubscriber'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A client for listmonk's API (https://listmonk.app/docs/apis/subscribers/). Validates the replies. */
export function listmonk({ url, user, token, list }: ListmonkSettings, outbound: Pick<Outbound, 'send'>) {
  const { host } = new URL(url)

  async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const { status, text } = await outbound.send(url + path, {
      method,
      headers: {
        authorization: `token ${user}:${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (status < 300) return json(text)
    const said = messageIn(text)
    if (status === 401 || status === 403) throw new OutboundError(`${host} refused the API user (${status})${said}`)
    if (status === 429 || status >= 500) throw new OutboundError(`${host} replied with ${status}${said}`)
    throw new RefusedSubscriber(status, `${host} refused a subscriber (${status})${said}`)
  }

  async function search(query: Record<string, string | number>): Promise<Subscriber[]> {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
    return understood(Page, await ask('GET', `/api/subscribers?${parameters}`)).data.results ?? []
  }

  function understood<T>(schema: z.ZodType<T>, reply: unknown): T {
    const read = schema.safeParse(reply)
    if (read.success) return read.data
    throw new OutboundError(`${host} replied with something other than the listmonk API. Check LISTMONK_URL`)
  }

  return {
    list,

    async *pages(): AsyncGenerator<Subscriber[]> {
      for (let page = 1; page <= PAGES_MAX; page++) {
        const found = await search({
          list_id: list,
          page,
          per_page: PAGE_SIZE,
          order_by: 'created_at',
          order: 'ASC',
        })
        yield found
        if (found.length < PAGE_SIZE) return
      }
      throw new OutboundError(`${host} lists more than ${PAGES_MAX * PAGE_SIZE} subscribers`)
    },

    /** Throws RefusedSubscriber with status 409 if listmonk already has a subscriber with this address. */
    async create(email: string, name: string): Promise<number> {
      const subscriber = { email, name, status: 'enabled', lists: [list], attribs: {}, preconfirm_subscriptions: true }
      return understood(Created, await ask('POST', '/api/subscribers', subscriber)).data.id
    },

    async find(email: string): Promise<Subscriber | undefined> {
      const literal = `'${email.toLowerCase().replaceAll("'", "''")}'`
      const found = await search({ query: `subscribers.email = ${literal}`, page: 1, per_page: 1 })
      return found.find((subscriber) => subscriber.email.toLowerCase() === email.toLowerCase())
    },

    async add(id: number): Promise<void> {
      await ask('PUT', '/api/subscribers/lists', {
        ids: [id],
        action: 'add',
        target_list_ids: [list],
        status: 'confirmed',
      })
    },

    /**
     * Changes the email address and the name. Sends the status and the lists, too, because listmonk clears omitted
     * fields.
     */
    async update({ id, status, lists }: Subscriber, to: { email: string; name: string }): Promise<void> {
      await ask('PUT', `/api/subscribers/${id}`, {
        ...to,
        status,
        lists: lists.map((subscribed) => subscribed.id),
        preconfirm_subscriptions: true,
      })
    },

    /** Removes a subscriber from the list. Deletes the subscriber if it is on no other list. */
    async remove({ id, lists }: Pick<Subscriber, 'id' | 'lists'>): Promise<void> {
      if (lists.every((subscribed) => subscribed.id === list)) await ask('DELETE', `/api/subscribers/${id}`)
      else await ask('PUT', '/api/subscribers/lists', { ids: [id], action: 'remove', target_list_ids: [list] })
    },
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const MESSAGE_MAX = 200

function messageIn(text: string): string {
  const read = Refusal.safeParse(json(text))
  if (!read.success) return ''
  const line = read.data.message.replace(/[\p{C}\s]+/gu, ' ').trim()
  return `: ${line.length > MESSAGE_MAX ? `${line.slice(0, MESSAGE_MAX)}…` : line}`
}
