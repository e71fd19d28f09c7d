import type { LiveEvent } from '@millrace/contracts/events'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'
import { reportProgress } from './progress-in-cache.ts'

/**
 * Keeps the cache true without polling. An event names a resource, and queries are found by their key:
 * `[root, 'detail', href, …]` only when the href is the one that changed, every other key of the root always. Events are
 * debounced, and while one round of refetching runs the next one waits. Progress is written into the documents that show it.
 */
const ROOT_KEYS = {
  Job: ['jobs', 'access-requests'],
  JobLog: ['job-logs'],
  WorkData: ['work-data', 'info', 'access-requests'],
  // What a root offers, such as the sample, may depend on the available steps.
  ProcessingStep: ['processing-steps', 'root'],
} as const satisfies Record<Exclude<LiveEvent['ResourceType'], 'All'>, readonly string[]>

const DEBOUNCE_MS = 120

export interface EventEffects {
  add(event: LiveEvent): void
  /** Something may have changed that no event named. */
  refreshAll(): void
  stop(): void
}

export function eventEffects(queryClient: QueryClient): EventEffects {
  let waiting: LiveEvent[] = []
  let everything = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false

  async function flush() {
    const [batch, all] = [waiting, everything]
    waiting = []
    everything = false
    running = true
    const gone = new Set(batch.filter(({ EventType }) => EventType === 'Deleted').map((event) => event.ResourceLink))
    await queryClient.invalidateQueries({
      predicate: (query) => !holdsOneOf(gone, query) && (all ? isOfServer(query) : isAffected(batch, query)),
      // A hidden tab reads again when it is shown.
      refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
    })
    for (const query of queryClient.getQueryCache().findAll({ predicate: (query) => holdsOneOf(gone, query) })) {
      query.setState({ status: 'error', error: goneProblem(), fetchStatus: 'idle' })
    }
    running = false
    timer = undefined
    if (waiting.length > 0 || everything) schedule()
  }

  function schedule() {
    if (!running) timer ??= setTimeout(() => void flush(), DEBOUNCE_MS)
  }

  function refreshAll() {
    everything = true
    schedule()
  }

  return {
    refreshAll,
    add(event) {
      if (event.EventType === 'Progress') return reportProgress(queryClient, event)
      if (event.EventType === 'Refresh') return refreshAll()
      waiting.push(event)
      schedule()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Says whether a query is about one of these documents. What was deleted would only answer 404. */
function holdsOneOf(hrefs: ReadonlySet<string>, { queryKey: [, kind, href] }: Pick<Query, 'queryKey'>): boolean {
  return kind === 'detail' && typeof href === 'string' && hrefs.has(href)
}

function goneProblem(): ApiProblem {
  return new ApiProblem(404, '', { detail: 'It was deleted.' })
}

function isOfServer({ queryKey: [root] }: Pick<Query, 'queryKey'>): boolean {
  return root !== 'session' && root !== 'welcome'
}

/** Says whether what a query holds may have changed with one of the events. */
function isAffected(events: readonly LiveEvent[], { queryKey: [root, kind, href] }: Pick<Query, 'queryKey'>): boolean {
  return events.some(({ ResourceType, ResourceLink }) => {
    if (ResourceType === 'All') return true
    // The dashboard shows files and counts steps, besides jobs.
    if (root === 'jobs' && kind === 'dashboard') return ResourceType !== 'JobLog'
    const roots: readonly unknown[] = ROOT_KEYS[ResourceType]
    return roots.includes(root) && (kind !== 'detail' || href === ResourceLink)
  })
}
