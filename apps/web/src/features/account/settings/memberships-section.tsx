import { useQuery } from '@tanstack/react-query'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { useSwitchContext } from '#features/organizations/organizations.queries.ts'
import { fill } from '#lib/fill.ts'
import { organizationsQuery } from '#lib/organizations.ts'
import { ownTeamsQuery } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** The user's organizations, and the user's teams in them. */
export function MembershipsSection({ activeId }: { activeId: string | undefined }) {
  const { data: organizations } = useQuery(organizationsQuery)
  const { data: teams = [] } = useQuery(ownTeamsQuery)
  const { mutate, isPending, variables } = useSwitchContext()
  return (
    <Section
      title={texts.organizationsAndTeams}
      count={organizations?.length || undefined}
      help={organizations?.length === 0 ? SETTINGS_TEXTS.memberships.none : undefined}
    >
      {organizations?.length === 0 ? null : (
        <ul aria-label={texts.organizations}>
          {organizations?.map(({ id, name }) => (
            <li key={id} className="flex min-h-11 items-center gap-3 border-t border-line py-1.5 first:border-t-0">
              <Avatar name={name} size={28} square />
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
                <span className="max-w-full truncate font-medium" title={name}>
                  {name}
                </span>
                <TagList tags={teams.filter((team) => team.organizationId === id).map((team) => team.name)} most={3} />
              </span>
              {id === activeId ? (
                <span className="text-xs font-medium text-success">{texts.current}</span>
              ) : (
                <Button
                  size="sm"
                  working={isPending && variables === id}
                  aria-label={fill(texts.switchTo, name)}
                  onClick={() => mutate(id)}
                >
                  {texts.switchLabel}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
