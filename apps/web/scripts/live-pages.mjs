// node live-pages.mjs <server> <key> <dashboards> <lists>
//
// Pages of the web app without a browser: the app's own queries, cache and live updates. Each page counts as a separate
// browser, so each holds a stream. The script provides only what a browser would add: an address, a visible document,
// EventSource and, instead of a session, an API key. Prints what all pages have sent and received so far as JSON, once
// per second.
import { QueryClient, QueryObserver } from '@tanstack/react-query'

const [url = '', key = '', dashboards = '0', lists = '0'] = process.argv.slice(2)
const traffic = { requests: 0, messages: 0, pages: 0 }
const send = globalThis.fetch

class EventSourceOverFetch extends EventTarget {
  #abort = new AbortController()

  constructor(href) {
    super()
    this.#read(href).catch(() => this.onerror?.())
  }

  async #read(href) {
    traffic.requests += 1
    const reply = await send(href, { headers: { 'x-api-key': key }, signal: this.#abort.signal })
    this.onopen?.()
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of reply.body) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = parts.pop()
      for (const part of parts) this.#publish(part)
    }
    this.onerror?.()
  }

  #publish(part) {
    traffic.messages += 1
    const field = (name) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(part)?.[1] ?? ''
    const type = field('event') || 'message'
    const message = new MessageEvent(type, { data: field('data'), lastEventId: field('id') })
    if (type === 'message') this.onmessage?.(message)
    else this.dispatchEvent(message)
  }

  close() {
    this.#abort.abort()
  }
}

globalThis.fetch = (input, init) => {
  traffic.requests += 1
  return send(input, { ...init, headers: { ...init?.headers, 'x-api-key': key } })
}
const page = { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }
Object.assign(globalThis, { location: new URL(url), document: page, EventSource: EventSourceOverFetch })

const { dashboardQuery } = await import('../src/features/dashboard/dashboard.queries.ts')
const { jobQueries } = await import('../src/features/jobs/jobs.queries.ts')
const { jobCountsQuery } = await import('../src/features/shell/shell.queries.ts')
const { entryPointQuery, infoQuery } = await import('../src/lib/entry-point.ts')
const { eventEffects } = await import('../src/lib/event-effects.ts')
const { followLiveUpdates } = await import('../src/lib/live-updates.ts')

const LIST = jobQueries.list({
  Pagination: { PageSize: 20, PageOffset: 0 },
  SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
  Filter: {},
})

async function openPage(queries) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const entry = await client.ensureQueryData(entryPointQuery)
  await Promise.all(queries.map((query) => client.fetchQuery({ ...query, staleTime: 60_000 })))
  for (const query of queries) new QueryObserver(client, query).subscribe(() => {})
  const effects = eventEffects(client)
  followLiveUpdates({
    name: `page ${traffic.pages}`,
    link: () => Promise.resolve(entry.links.find(({ rel }) => rel.includes('LiveUpdates'))?.href),
    onEvent: effects.add,
    onMissed: effects.refreshAll,
    onFound() {},
    onLost() {},
  })
  traffic.pages += 1
}

for (let index = 0; index < Number(dashboards); index += 1) await openPage([infoQuery, dashboardQuery])
for (let index = 0; index < Number(lists); index += 1) await openPage([infoQuery, jobCountsQuery, LIST])
setInterval(() => console.log(JSON.stringify(traffic)), 1000)
