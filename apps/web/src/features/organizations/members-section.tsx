import { Ellipsis, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FindField } from '#components/ui/find-field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Column, ListLayout } from '#components/ui/list-columns.ts'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { Person } from '#components/ui/person.tsx'
import { ResourceList } from '#components/ui/resource-list.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import type { Member, Team } from './active-organization.queries.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { isAllowed, mayAssign } from './permissions.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { RoleSelect } from './role-select.tsx'
import type { OrganizationProps } from './shared-props.ts'
import * as texts from './texts.ts'

export function MembersSection(props: OrganizationProps) {
  const { organization, roles, held, ownId } = props
  const [search, setSearch] = useState('')
  const [isInviting, setIsInviting] = useState(false)
  const [removing, setRemoving] = useState<Member>()
  const { members, teams } = organization
  const layout = useMemo(
    () => membersLayout({ roles, held, ownId, teams, onRemove: setRemoving }),
    [roles, held, ownId, teams],
  )
  const shown = members.filter((member) => matches(member, search)).toSorted(byName)
  return (
    <section aria-label={texts.members}>
      <div className="flex flex-wrap items-center gap-2 px-6 pb-2 phone:px-4">
        <h3 className="flex-1 font-semibold">
          {texts.members} <span className="ml-1 font-normal text-ink-3">{members.length}</span>
        </h3>
        {members.length > 1 ? (
          <span className="flex phone:order-1 phone:basis-full">
            <FindField label={texts.searchMembers} value={search} onChange={setSearch} />
          </span>
        ) : null}
        {isAllowed(held, 'invitation', 'create') ? (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setIsInviting(true)}>
            {texts.invitePeople}
          </Button>
        ) : null}
      </div>
      <div className="phone:border-t phone:border-line">
        <ResourceList label={texts.members} rows={shown} layout={layout} rowHeight="52px" />
      </div>
      {shown.length === 0 ? (
        <p className="px-6 py-3 text-ink-3 phone:px-4">{fill(texts.noResultsFor, search)}</p>
      ) : null}
      {isInviting ? <InviteDialog {...props} onClose={() => setIsInviting(false)} /> : null}
      {removing ? <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} /> : null}
    </section>
  )
}

function matches({ user }: Member, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return user.name.toLowerCase().includes(wanted) || user.email.includes(wanted)
}

function byName(a: Member, b: Member): number {
  return a.user.name.localeCompare(b.user.name) || a.user.email.localeCompare(b.user.email)
}

interface LayoutProps extends Omit<OrganizationProps, 'organization'> {
  teams: readonly Team[]
  onRemove: (member: Member) => void
}

function membersLayout({ roles, held, ownId, teams, onRemove }: LayoutProps): ListLayout<Member> {
  const role = (member: Member) => (
    <RoleSelect member={member} roles={roles} held={held} isOwn={member.userId === ownId} />
  )
  const person = (member: Member) => <Person {...member.user} mark={member.userId === ownId ? 'You' : undefined} />
  const verbs = (member: Member) =>
    member.userId !== ownId && isAllowed(held, 'member', 'delete') && mayAssign(held, member.role, roles) ? (
      <MemberMenu member={member} onRemove={onRemove} />
    ) : null
  return {
    keyOf: ({ id }) => id,
    nameOf: ({ user }) => user.name,
    rowClass: () => '[&>td]:h-13',
    phone: (member) => (
      <div className="flex items-center gap-2 px-4 py-2">
        <span className="min-w-0 flex-1">{person(member)}</span>
        {role(member)}
        {verbs(member)}
      </div>
    ),
    columns: [
      { id: 'name', head: texts.name, cell: person },
      { id: 'role', head: texts.role, width: 'w-[150px]', cell: role },
      ...(teams.some(({ userIds }) => userIds.length > 0) ? [teamColumn(teams)] : []),
      {
        id: 'joined',
        head: texts.joined,
        width: 'w-[120px]',
        className: 'text-ink-2 max-lg:hidden',
        cell: ({ createdAt }) => <Time at={createdAt} />,
      },
      {
        id: 'menu',
        head: <span className="sr-only">{texts.more}</span>,
        width: 'w-[76px]',
        right: true,
        cell: verbs,
      },
    ],
  }
}

function teamColumn(teams: readonly Team[]): Column<Member> {
  return {
    id: 'teams',
    head: texts.teams,
    width: 'w-[230px] max-2xl:w-[210px]',
    className: 'max-lg:hidden',
    cell: ({ userId }) => <TeamTags teams={teams} userId={userId} />,
  }
}

function TeamTags({ teams, userId }: { teams: readonly Team[]; userId: string }) {
  const names = teams.filter(({ userIds }) => userIds.includes(userId)).map(({ name }) => name)
  return names.length > 0 ? <TagList tags={names} /> : <span className="text-ink-3">–</span>
}

function MemberMenu({ member, onRemove }: { member: Member; onRemove: (member: Member) => void }) {
  return (
    <Menu trigger={<IconButton size="sm" label={fill(texts.moreFor, member.user.name)} icon={<Ellipsis />} />}>
      <MenuItem danger onClick={() => onRemove(member)}>
        {texts.removeFromOrganization}
      </MenuItem>
    </Menu>
  )
}
