import type { ApiEvent } from '@millrace/contracts/events'
import { hrefOf } from '@millrace/siren/read'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem } from './api.ts'
import { explainLoss, noticeFound } from './connection.ts'
import { infoQuery } from './entry-point.ts'
import { signedOut } from './signed-out.ts'

/**
 * Keeps the cache true without polling. The server's event names a resource; queries are found by their key:
 * `[root, 'detail', href, …]` only when the href is the one that changed, every other key of the root always.
 * Events are gathered for a moment, and while one round of refetching runs the next round waits for it.
 */
const ROOT_KEYS = {
  Job: 'jobs',
  JobLog: 'job-logs',
  WorkData: 'work-data',
  ProcessingStep: 'processing-steps',
} as const satisfies Record<Exclude<ApiEvent['ResourceType'], 'All'>, string>

const GATHER_MS = 120
const RECONNECT_MS = [1000, 2000, 5000, 10_000]

/** Listens while the component is mounted. */
export function useServerEvents(queryClient: QueryClient): void {
  useEffect(() => {
    const stream = openStream(queryClient)
    return () => stream.close()
  }, [queryClient])
}

function openStream(queryClient: QueryClient) {
  const refresher = createRefresher(queryClient)
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closed = false

  async function connect() {
    const info = await queryClient.ensureQueryData(infoQuery).catch(() => undefined)
    const href = info && hrefOf(info, 'ApiEventsEndpoint')
    if (closed) return
    if (!href || signedOut.get()) return retryLater()
    source = new EventSource(href, { withCredentials: true })
    source.onopen = () => {
      noticeFound()
      if (failures > 0) void queryClient.invalidateQueries()
      failures = 0
    }
    source.onmessage = (message: MessageEvent<string>) => {
      const event = readEvent(message.data)
      if (event) refresher.add(event)
    }
    source.onerror = () => {
      source?.close()
      // A stream breaks without a reason; who is asked next gives one.
      void explainLoss(queryClient)
      retryLater()
    }
  }

  function retryLater() {
    const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]
    failures += 1
    timer = setTimeout(() => void connect(), wait)
  }

  void connect()
  return {
    close() {
      closed = true
      clearTimeout(timer)
      source?.close()
      refresher.stop()
    },
  }
}

/** Keep-alive messages carry no data. */
function readEvent(data: string): ApiEvent | undefined {
  if (!data) return undefined
  try {
    return JSON.parse(data) as ApiEvent
  } catch {
    return undefined
  }
}

function createRefresher(queryClient: QueryClient) {
  let waiting: ApiEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false

  async function flush() {
    const batch = waiting
    waiting = []
    running = true
    const gone = new Set(
      batch.filter(({ EventType }) => EventType === 'Deleted').map(({ ResourceLink }) => ResourceLink),
    )
    await queryClient.invalidateQueries({
      predicate: (query) => !holdsOneOf(gone, query) && batch.some((event) => concerns(event, query)),
    })
    for (const query of queryClient.getQueryCache().findAll({ predicate: (query) => holdsOneOf(gone, query) })) {
      query.setState({ status: 'error', error: goneProblem(), fetchStatus: 'idle' })
    }
    running = false
    timer = undefined
    if (waiting.length > 0) schedule()
  }

  function schedule() {
    if (!running) timer ??= setTimeout(() => void flush(), GATHER_MS)
  }

  return {
    add(event: ApiEvent) {
      waiting.push(event)
      schedule()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Says whether a query is about one of these documents. What was deleted needs no asking: it would only answer 404. */
function holdsOneOf(hrefs: ReadonlySet<string>, { queryKey: [, kind, href] }: Pick<Query, 'queryKey'>): boolean {
  return kind === 'detail' && typeof href === 'string' && hrefs.has(href)
}

function goneProblem(): ApiProblem {
  return new ApiProblem(404, '', { detail: 'It was deleted.' })
}

/** Says whether what a query holds may have changed with the event. */
function concerns(event: ApiEvent, query: Pick<Query, 'queryKey'>): boolean {
  const [root, kind, href] = query.queryKey
  if (event.ResourceType === 'All' || event.EventType === 'Refresh') return root !== 'session' && root !== 'welcome'
  if (root === 'info') return event.ResourceType === 'WorkData'
  // What a root offers, such as the sample, may depend on the steps there are.
  if (root === 'root') return event.ResourceType === 'ProcessingStep'
  if (root !== ROOT_KEYS[event.ResourceType]) return false
  return kind !== 'detail' || href === event.ResourceLink
}
