import type { SirenAction, SirenDocument } from '@millrace/siren/document'
import { selfHref } from '@millrace/siren/read'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { changeAllCached } from './cached-documents.ts'

/** An action to which the server has not replied yet. */
export interface RunningAction {
  action: Pick<SirenAction, 'name'>
  body?: unknown
  /** The URL of the resource that the action belongs to. */
  of?: string | undefined
}

type Properties = Record<string, unknown>

/** Changes that actions are certain to make, by action. They are shown before the server replies. */
const CHANGES: Record<string, (body: Properties) => Properties> = {
  Hide: () => ({ Hidden: true }),
  UnHide: () => ({ Hidden: false }),
  EditTags: ({ Tags }) => ({ Tags }),
  Rename: ({ NewName }) => ({ Name: NewName }),
}

/**
 * Shows the effect of actions immediately, in every view of their resources. Returns a function that undoes this, to be
 * called if the actions fail. Cancels requests in progress, because their replies may be older.
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
  // While the pointer is over a list, the list keeps its rows. It finds out from the detail queries of removed
  // resources whether they are hidden.
  for (const [key, document] of removed) {
    queryClient.setQueryData(key, (known: unknown) => known ?? document, { updatedAt: 0 })
  }
  return () => {
    takeBack()
    for (const queryKey of removed.keys()) void queryClient.invalidateQueries({ queryKey })
  }
}

const KINDS = ['jobs', 'work-data']

function leavesOutHidden({ queryKey: [, view, parameters] }: Query): boolean {
  const filter = (parameters as { Filter?: { ShowHidden?: boolean } } | undefined)?.Filter
  return view === 'dashboard' || (view === 'list' && filter?.ShowHidden !== true)
}
