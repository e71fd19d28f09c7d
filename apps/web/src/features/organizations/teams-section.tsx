import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { plural } from '#lib/format.ts'
import type { Member, Team } from './active-organization.queries.ts'
import { isAllowed } from './permissions.ts'
import type { OrganizationProps } from './shared-props.ts'
import { TeamDialog } from './team-dialog.tsx'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

const AVATARS = 4

export function TeamsSection({ organization, held }: OrganizationProps) {
  const { teams, members } = organization
  const [openId, setOpenId] = useState<string>()
  const open = teams.find(({ id }) => id === openId)
  const mayChange =
    ['update', 'delete'].some((action) => isAllowed(held, 'team', action)) || isAllowed(held, 'member', 'update')
  return (
    <Section
      title={texts.teams}
      count={teams.length || undefined}
      actions={
        isAllowed(held, 'team', 'create') ? (
          <Button
            size="sm"
            variant="quiet"
            className="-mr-2.5"
            icon={<Plus className="icon-sm" />}
            onClick={() => setOpenId('new')}
          >
            {texts.newTeam}
          </Button>
        ) : null
      }
    >
      {teams.length === 0 ? <p className="text-ink-3">{ORGANIZATION_TEXTS.teams.none}</p> : null}
      <ul aria-label={texts.teams}>
        {teams
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map((team) => (
            <li key={team.id} className="flex min-h-11 items-center gap-3 border-t border-line">
              {mayChange ? (
                <button
                  type="button"
                  className="min-w-0 flex-1 truncate rounded-sm py-2 text-left font-medium hover:text-accent"
                  onClick={() => setOpenId(team.id)}
                >
                  {team.name}
                </button>
              ) : (
                <span className="min-w-0 flex-1 truncate font-medium">{team.name}</span>
              )}
              <TeamAvatars team={team} members={members} />
            </li>
          ))}
      </ul>
      {openId === 'new' || open ? (
        <TeamDialog
          key={openId}
          team={open}
          members={members}
          mayRename={isAllowed(held, 'team', open ? 'update' : 'create')}
          mayDelete={isAllowed(held, 'team', 'delete')}
          mayMove={isAllowed(held, 'member', 'update')}
          onClose={() => setOpenId(undefined)}
        />
      ) : null}
    </Section>
  )
}

function TeamAvatars({ team, members }: { team: Team; members: readonly Member[] }) {
  const own = members.filter(({ userId }) => team.userIds.includes(userId))
  return (
    <span className="flex flex-none items-center -space-x-1">
      <span className="sr-only">{own.map(({ user }) => user.name).join(', ')}</span>
      {own.slice(0, AVATARS).map(({ userId, user }) => (
        <Avatar key={userId} name={user.name} />
      ))}
      <span className="pl-2.5 text-xs text-ink-3">
        {own.length > 0 ? plural(own.length, 'member') : texts.noMembers}
      </span>
    </span>
  )
}
