import type { SirenAction, SirenDocument } from '@millrace/siren/document'
import { selfHref } from '@millrace/siren/read'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { changeAllCached } from './cached-documents.ts'

/** An action that was sent to the server, which has not replied yet. */
export interface RunningAction {
  action: Pick<SirenAction, 'name'>
  body?: unknown
  /** The URL of the resource that the action belongs to. */
  of?: string | undefined
}

type Properties = Record<string, unknown>

/** What an action will change, as far as that is certain before the server replies. */
const CHANGES: Record<string, (body: Properties) => Properties> = {
  Hide: () => ({ Hidden: true }),
  UnHide: () => ({ Hidden: false }),
  EditTags: ({ Tags }) => ({ Tags }),
  Rename: ({ NewName }) => ({ Name: NewName }),
}

/**
 * Shows the effect of actions at once, in every view that shows their resources. Returns how to take it back if they
 * fail. What is being read now may be older, so it is not waited for.
 */
export async function showAtOnce(queryClient: QueryClient, actions: readonly RunningAction[]): Promise<() => void> {
  const changes = new Map(
    actions.flatMap(({ action, body, of }) => {
      const change = of === undefined ? undefined : CHANGES[action.name]?.((body ?? {}) as Properties)
      return change && of !== undefined ? [[of, change] as const] : []
    }),
  )
  if (changes.size === 0) return () => {}
  await Promise.all(KINDS.map((kind) => queryClient.cancelQueries({ queryKey: [kind] })))
  const removed = new Map<QueryKey, SirenDocument<Properties>>()
  const takeBack = changeAllCached(queryClient, KINDS, (query) => (document) => {
    const href = selfHref(document)
    const change = changes.get(href)
    if (!change) return document
    const changed: SirenDocument<Properties> = { ...document, properties: { ...document.properties, ...change } }
    if (change.Hidden !== true || !leavesOutHidden(query)) return changed
    removed.set([query.queryKey[0], 'detail', href], changed)
    return undefined
  })
  // A list under the pointer keeps its rows, and asks the pages of those it lost whether they are hidden.
  for (const [key, document] of removed) {
    queryClient.setQueryData(key, (known: unknown) => known ?? document, { updatedAt: 0 })
  }
  return () => {
    takeBack()
    for (const queryKey of removed.keys()) void queryClient.invalidateQueries({ queryKey })
  }
}

const KINDS = ['jobs', 'work-data']

/** Lists and the dashboard leave hidden resources out, unless they ask for them; pages of a resource show it. */
function leavesOutHidden({ queryKey: [, view, parameters] }: Query): boolean {
  const filter = (parameters as { Filter?: { ShowHidden?: boolean } } | undefined)?.Filter
  return view === 'dashboard' || (view === 'list' && filter?.ShowHidden !== true)
}
