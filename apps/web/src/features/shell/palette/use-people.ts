import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2, User } from 'lucide-react'
import { useSwitchContext } from '#features/organizations/organizations.queries.ts'
import { useAdminMode } from '#lib/admin-mode.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { organizationsQuery } from '#lib/organizations.ts'
import { ownerSearchQuery } from '#lib/owner-search.ts'
import { useSession } from '#lib/session.ts'
import type { Entry } from './palette-entries.ts'
import * as texts from './texts.ts'

/**
 * Returns the workspaces to switch to. In admin mode, also returns users and organizations, whose entries list their
 * jobs. Empty unless `isAsking`.
 */
export function usePeople(asked: string, isAsking: boolean): { entries: Entry[]; isSearching: boolean } {
  const navigate = useNavigate()
  const workspaces = useWorkspaces()
  const [adminMode] = useAdminMode()
  const owners = useQuery({ ...ownerSearchQuery.search(asked), enabled: isAsking && adminMode })
  if (!isAsking) return { entries: [], isSearching: false }
  const others = (adminMode ? (owners.data ?? []) : []).map(({ url, kind, name, email }): Entry => {
    const href = `/jobs?user=${encodeLink(url)}`
    return {
      id: `owner ${url}`,
      group: texts.peopleAndWorkspaces,
      label: name,
      meta: kind === 'user' ? fill(texts.userWithEmail, email ?? '') : texts.organization,
      icon: kind === 'user' ? User : Building2,
      href,
      found: true,
      run: () => void navigate({ href }),
    }
  })
  return { entries: [...workspaces, ...others], isSearching: owners.isFetching }
}

function useWorkspaces(): Entry[] {
  const session = useSession()
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const { mutate } = useSwitchContext()
  if (!session) return []
  const workspace = (id: string | null, rest: Pick<Entry, 'label' | 'meta' | 'icon'>): Entry => ({
    id: `workspace ${id}`,
    group: texts.peopleAndWorkspaces,
    run: () => mutate(id),
    ...rest,
  })
  return [
    workspace(null, { label: session.user.name, meta: texts.yourWorkspace, icon: User }),
    ...organizations.map(({ id, name }) => workspace(id, { label: name, meta: texts.organization, icon: Building2 })),
  ]
}
