import { useQuery } from '@tanstack/react-query'
import { fill } from '#lib/fill.ts'
import type { Holder } from './admin.queries.ts'
import { administratedOrganizations } from './organizations/administrated-organizations.queries.ts'
import { ORGANIZATION_LIST_DEFAULTS } from './organizations/organization-list-search.ts'
import * as texts from './texts.ts'
import { USER_LIST_DEFAULTS, userQueryOf } from './users/user-list-search.ts'
import { userQueries } from './users/users.queries.ts'

const FOUND = 6

/** A user or an organization that the search found. */
export interface NamedHolder extends Holder {
  name: string
  /** The email of a user, or the word “organization”. */
  note: string
}

interface HolderSearchProps {
  text: string
  kind?: Holder['kind']
  isHeld?: (id: string) => boolean
  onPick: (holder: NamedHolder) => void
}

/** Lists the users whose name or email matches, and the organizations whose name matches, to select one. */
export function HolderSearch({ text, kind, isHeld = () => false, onPick }: HolderSearchProps) {
  const { found, isDone } = useFound(text, kind)
  if (found.length === 0) return isDone ? <p className="text-ink-3">{fill(texts.noResultsFor, text)}</p> : null
  return (
    <ul aria-label={texts.found} className="-mx-2 grid grid-cols-1">
      {found.map((holder) => (
        <li key={holder.id}>
          <button
            type="button"
            disabled={isHeld(holder.id)}
            className="flex h-8 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover disabled:text-ink-3 touch:h-11"
            onClick={() => onPick(holder)}
          >
            <span className="min-w-0 flex-1 truncate">{holder.name}</span>
            <span className="max-w-1/2 truncate text-xs text-ink-3">
              {isHeld(holder.id) ? 'already has it' : holder.note}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function useFound(text: string, kind: Holder['kind'] | undefined): { found: NamedHolder[]; isDone: boolean } {
  const users = useQuery({
    ...userQueries.list(userQueryOf({ ...USER_LIST_DEFAULTS, searchValue: text, limit: FOUND })),
    enabled: kind !== 'organization',
  })
  const organizations = useQuery({
    ...administratedOrganizations.list({ ...ORGANIZATION_LIST_DEFAULTS, search: text, limit: FOUND }),
    enabled: kind !== 'user',
  })
  return {
    found: [
      ...(users.data?.users ?? []).map(({ id, name, email }) => ({ kind: 'user' as const, id, name, note: email })),
      ...(organizations.data?.organizations ?? []).map(({ id, name }) => ({
        kind: 'organization' as const,
        id,
        name,
        note: 'organization',
      })),
    ],
    isDone: !users.isFetching && !organizations.isFetching,
  }
}
