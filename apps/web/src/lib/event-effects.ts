import type { LiveEvent } from '@millrace/contracts/events'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'
import { coalesce } from './coalesce.ts'
import { reportProgress } from './progress-in-cache.ts'
import { requestAllowance } from './request-allowance.ts'

/*
 * Keeps the cache up to date without polling. An event names a resource, and `ROOT_KEYS` maps the type of the resource
 * to the first part of the affected query keys. The query of a single resource, with the key `[root, 'detail', href,
 * …]`, is refetched immediately, but only if the event names this resource. Other queries, such as lists and counts,
 * are refetched as often as an allowance permits. Both kinds of requests count toward the allowance. A query with
 * another root whose data depends on jobs sets `followsJobs` in its meta. Events are debounced, and a round of
 * refetching waits for the previous one. Progress is written directly into the cached documents.
 */
const ROOT_KEYS = {
  Job: ['jobs', 'access-requests'],
  JobLog: ['job-logs'],
  WorkData: ['work-data', 'info', 'access-requests'],
  // The actions of a root, such as the sample, may depend on the available steps.
  ProcessingStep: ['processing-steps', 'root'],
} as const satisfies Record<Exclude<LiveEvent['ResourceType'], 'All'>, readonly string[]>

const DEBOUNCE_MS = 120
/**
 * Permits the refetches of a burst of events immediately, but keeps a workflow of 1,000 nodes from refetching every
 * page constantly.
 */
const ALLOWANCE = { most: 20, perSecond: 1.5, longestMs: 5000 }

export interface EventEffects {
  add(event: LiveEvent): void
  /** Refetches everything, because something may have changed without an event. */
  refreshAll(): void
  stop(): void
}

/** Returns an object that applies events to the cache until it is stopped. */
export function eventEffects(queryClient: QueryClient): EventEffects {
  let fresh: LiveEvent[] = []
  let waiting: LiveEvent[] = []
  let everything = false
  const allowance = requestAllowance(ALLOWANCE)
  const named = coalesce(readNamed, () => DEBOUNCE_MS)
  const others = coalesce(readOthers, () => DEBOUNCE_MS + allowance.waitMs())

  async function readNamed() {
    const batch = fresh
    fresh = []
    const gone = goneIn(batch)
    // Deleted documents are not refetched, because their URLs return 404.
    const isMeant = (query: Query) => !isDetailOf(gone, query) && isNamed(batch, query)
    spendOn(isMeant)
    await read(isMeant)
    for (const query of queryClient.getQueryCache().findAll({ predicate: (query) => isDetailOf(gone, query) })) {
      query.setState({ status: 'error', error: goneProblem(), fetchStatus: 'idle' })
    }
  }

  async function readOthers() {
    const [batch, all] = [waiting, everything]
    waiting = []
    everything = false
    const gone = goneIn(batch)
    const isMeant = (query: Query) => (all ? isOfServer(query) : isRelated(batch, query)) && !isDetailOf(gone, query)
    spendOn(isMeant)
    await read(isMeant)
  }

  function spendOn(predicate: (query: Query) => boolean): void {
    if (isVisible()) allowance.spend(queryClient.getQueryCache().findAll({ type: 'active', predicate }).length)
  }

  async function read(predicate: (query: Query) => boolean) {
    // A first fetch in progress is not restarted by invalidation, so its reply may be older than the event. Such
    // queries are invalidated again.
    const first = new Set(queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }).filter(isUnread))
    await invalidate(predicate)
    if (first.size > 0) await invalidate((query) => first.has(query))
  }

  /** A hidden tab refetches when it becomes visible. */
  const invalidate = (predicate: (query: Query) => boolean) =>
    queryClient.invalidateQueries({ predicate, refetchType: isVisible() ? 'active' : 'none' })

  function refreshAll() {
    everything = true
    others.call()
  }

  return {
    refreshAll,
    add(event) {
      if (event.EventType === 'Progress') return reportProgress(queryClient, event)
      if (event.EventType === 'Refresh') return refreshAll()
      fresh.push(event)
      waiting.push(event)
      named.call()
      others.call()
    },
    stop() {
      named.stop()
      others.stop()
    },
  }
}

function goneIn(events: readonly LiveEvent[]): ReadonlySet<string> {
  return new Set(events.filter(({ EventType }) => EventType === 'Deleted').map(({ ResourceLink }) => ResourceLink))
}

function isDetailOf(hrefs: ReadonlySet<string>, { queryKey: [, kind, href] }: Query): boolean {
  return kind === 'detail' && typeof href === 'string' && hrefs.has(href)
}

function isVisible(): boolean {
  return document.visibilityState !== 'hidden'
}

function isUnread({ state }: Query): boolean {
  return state.data === undefined
}

function goneProblem(): ApiProblem {
  return new ApiProblem(404, '', { detail: 'It was deleted.' })
}

/**
 * Returns whether `refreshAll` refetches a query. Previews that are loaded are kept, because the content of files never
 * changes.
 */
function isOfServer({ queryKey: [root], state }: Query): boolean {
  return root !== 'session' && root !== 'welcome' && !(root === 'previews' && state.status === 'success')
}

function isNamed(events: readonly LiveEvent[], { queryKey: [root, kind, href] }: Query): boolean {
  return kind === 'detail' && events.some((event) => event.ResourceLink === href && isOfRoot(root, event))
}

/** Returns whether one of the events may have changed the data of a query without naming its resource. */
function isRelated(events: readonly LiveEvent[], { queryKey: [root, kind, href], meta, state }: Query): boolean {
  const followsJobs = meta?.followsJobs && (state.data === undefined || meta.followsJobs(state.data))
  return events.some((event) => {
    const { ResourceType, ResourceLink } = event
    if (ResourceType === 'All' || (ResourceType === 'Job' && followsJobs && ResourceLink !== href)) return true
    // Besides jobs, the dashboard shows files and counts steps.
    if (root === 'jobs' && kind === 'dashboard') return ResourceType !== 'JobLog'
    return kind !== 'detail' && isOfRoot(root, event)
  })
}

function isOfRoot(root: unknown, { ResourceType }: LiveEvent): boolean {
  const roots: readonly unknown[] = ResourceType === 'All' ? [] : ROOT_KEYS[ResourceType]
  return roots.includes(root)
}
