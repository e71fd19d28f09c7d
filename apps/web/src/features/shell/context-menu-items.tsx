import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Avatar } from '#components/ui/avatar.tsx'
import { MenuChoice, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { useSwitchContext } from '#features/organizations/organizations.queries.ts'
import { creatingOrganization } from '#lib/create-organization.ts'
import { plural } from '#lib/format.ts'
import { organizationsQuery } from '#lib/organizations.ts'
import { useSession } from '#lib/session.ts'
import { useTransfers } from '#lib/transfers.ts'
import * as texts from './texts.ts'

const PERSONAL = 'personal'

/**
 * The workspaces to switch to, and an item that creates an organization. Both are unavailable while files are
 * uploading.
 */
export function ContextMenuItems() {
  const session = useSession()
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const { mutate } = useSwitchContext()
  const moving = useTransfers().filter(({ state }) => state === 'sending' || state === 'waiting').length
  if (!session) return null
  const { name } = session.user
  const active = organizations.find(({ id }) => id === session.session.activeOrganizationId)
  return (
    <>
      <MenuChoice
        label={texts.workspace}
        value={active?.id ?? PERSONAL}
        onChange={(id) => mutate(id === PERSONAL ? null : id)}
        disabled={moving > 0}
        closes
        choices={[
          { value: PERSONAL, label: name, icon: <Avatar name={name} /> },
          ...organizations.map((organization) => ({
            value: organization.id,
            label: organization.name,
            icon: <Avatar name={organization.name} square />,
          })),
        ]}
      />
      <MenuSeparator />
      {moving > 0 ? (
        <p className="px-2 py-1 text-xs text-ink-2">
          {plural(moving, 'file')} uploading. You can switch when {moving === 1 ? 'it is' : 'they are'} done.
        </p>
      ) : (
        <MenuItem icon={<Plus className="icon-sm mx-[3px]" />} onClick={() => creatingOrganization.set(true)}>
          {texts.createOrganizationMenu}
        </MenuItem>
      )}
    </>
  )
}
