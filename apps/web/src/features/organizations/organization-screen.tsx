import { useQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { ExportSection } from '#components/ui/export-section.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { creatingOrganization } from '#lib/create-organization.ts'
import { organizationsQuery } from '#lib/organizations.ts'
import { usePage } from '#lib/page.ts'
import { useSession } from '#lib/session.ts'
import { type ActiveOrganization, activeOrganizationQuery, customRolesQuery } from './active-organization.queries.ts'
import { InvitationsSection } from './invitations-section.tsx'
import { MembersSection } from './members-section.tsx'
import { OrganizationHead } from './organization-head.tsx'
import { type CustomRole, isAllowed, permissionsOf } from './permissions.ts'
import { PlanSection } from './plan-section.tsx'
import { QuitSection } from './quit-section.tsx'
import { RolesSection } from './roles-section.tsx'
import { SecuritySection } from './security-section.tsx'
import { TeamsSection } from './teams-section.tsx'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

interface OrganizationScreenProps {
  switcher: ReactNode
}

/** The page of the active organization. If there is none, offers to switch to an organization or to create one. */
export function OrganizationScreen({ switcher }: OrganizationScreenProps) {
  usePage([{ label: texts.settings, to: '/settings' }, { label: texts.organization }])
  const activeId = useSession()?.session.activeOrganizationId
  return activeId ? <Loaded id={activeId} switcher={switcher} /> : <NoneActive switcher={switcher} />
}

function Loaded({ id, switcher }: OrganizationScreenProps & { id: string }) {
  const { data: organization, error, refetch } = useQuery(activeOrganizationQuery(id))
  const { data: roles = [] } = useQuery(customRolesQuery(id))
  if (organization === null) return <NoneActive switcher={switcher} />
  if (organization) return <Organization organization={organization} roles={roles} switcher={switcher} />
  if (error)
    return <PageError title={texts.theOrganizationCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  return <SkeletonRows rows={6} />
}

interface LoadedProps extends OrganizationScreenProps {
  organization: ActiveOrganization
  roles: readonly CustomRole[]
}

function Organization({ organization, roles, switcher }: LoadedProps) {
  const userId = useSession()?.user.id
  const own = organization.members.find((member) => member.userId === userId)
  const held = permissionsOf(own?.role ?? '', roles)
  const shared = { organization, roles, held, ownId: userId ?? '' }
  const isReadOnly = !isAllowed(held, 'member', 'update') && !isAllowed(held, 'invitation', 'create')
  return (
    <div className="grid flex-1 grid-cols-1 content-start xl:grid-cols-[minmax(0,1fr)_312px] xl:grid-rows-[auto_1fr]">
      <div className="pb-3 phone:pb-0">
        <OrganizationHead
          organization={organization}
          mayRename={isAllowed(held, 'organization', 'update')}
          switcher={switcher}
        />
        {isReadOnly ? <p className="px-6 pb-2 text-ink-3 phone:px-4">{ORGANIZATION_TEXTS.readOnly}</p> : null}
        <MembersSection {...shared} />
        <InvitationsSection {...shared} />
      </div>
      <div className="border-line px-6 phone:px-4 xl:row-span-2 xl:border-l xl:pb-12">
        <TeamsSection {...shared} />
        <RolesSection {...shared} />
        <PlanSection plan={organization.plan} />
      </div>
      <div className="px-6 pb-12 phone:px-4 max-xl:*:first:border-t">
        <SecuritySection {...shared} />
        {own?.role.split(',').includes('owner') ? (
          <ExportSection
            title={texts.data}
            help={ORGANIZATION_TEXTS.data}
            href={`/api/account/organizations/${encodeURIComponent(organization.id)}/export`}
          />
        ) : null}
        <QuitSection organization={organization} mayDelete={isAllowed(held, 'organization', 'delete')} />
      </div>
    </div>
  )
}

function NoneActive({ switcher }: OrganizationScreenProps) {
  const { data: organizations } = useQuery(organizationsQuery)
  return (
    <EmptyState
      icon={Building2}
      title={ORGANIZATION_TEXTS.none.title}
      action={
        <>
          {organizations && organizations.length > 0 ? switcher : null}
          <Button variant="primary" icon={<Plus />} onClick={() => creatingOrganization.set(true)}>
            {texts.createOrganization}
          </Button>
        </>
      }
    >
      {ORGANIZATION_TEXTS.none.text}
    </EmptyState>
  )
}
