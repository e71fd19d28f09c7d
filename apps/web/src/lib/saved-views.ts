import { useSession } from './session.ts'
import { useLocalStorage } from './use-local-storage.ts'

/** A named view of a list: its filters, sort order and columns. */
export interface SavedView {
  name: string
  search: Record<string, unknown>
}

/**
 * Returns the views of a list that this user saved in this browser, for the active organization, sorted by name, and
 * functions that save and remove a view.
 */
export function useSavedViews(list: string) {
  const session = useSession()
  const owner = `${session?.user.id ?? ''} ${session?.session.activeOrganizationId ?? ''}`
  const [stored, store] = useLocalStorage(`views ${list} ${owner}`, (text) => text ?? '[]')
  const views = viewsOf(stored)
  const write = (next: readonly SavedView[]) =>
    store(JSON.stringify(next.toSorted((a, b) => a.name.localeCompare(b.name))))
  return {
    views,
    save: (view: SavedView) => write([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => write(views.filter((view) => view.name !== name)),
  }
}

function viewsOf(stored: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(stored)
    return Array.isArray(views) ? views.filter(isView) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Partial<SavedView>
  return typeof name === 'string' && typeof search === 'object' && search !== null
}
