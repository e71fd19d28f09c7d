import { createFileRoute } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { activeOrganizationQuery, customRolesQuery } from '#features/organizations/active-organization.queries.ts'
import { OrganizationScreen } from '#features/organizations/organization-screen.tsx'
import { ContextMenuItems } from '#features/shell/context-menu-items.tsx'

export const Route = createFileRoute('/_app/settings/organization')({
  loader: async ({ context: { queryClient, session } }) => {
    const id = session.session.activeOrganizationId
    if (!id) return
    await Promise.all([
      queryClient.prefetchQuery(activeOrganizationQuery(id)),
      queryClient.prefetchQuery(customRolesQuery(id)),
    ])
  },
  component: OrganizationPage,
})

function OrganizationPage() {
  return <OrganizationScreen switcher={<Switcher />} />
}

function Switcher() {
  return (
    <Menu
      className="w-60"
      trigger={
        <Button variant="quiet" icon={<ChevronsUpDown />}>
          Switch organization
        </Button>
      }
    >
      <ContextMenuItems />
    </Menu>
  )
}
