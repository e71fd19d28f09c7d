import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { on } from './hooks.ts'
import { teamMembers } from './organization-roles.store.ts'

interface Shown {
  id?: string
  teams?: { id: string }[]
}

/**
 * Adds the ids of each team's members to the library's reply about an organization. The library itself lists only the
 * members of one team, and only to that team's members.
 */
export function teamMembership(db: Database) {
  return {
    id: 'team-membership',
    hooks: {
      after: [
        on('/organization/get-full-organization', async (ctx) => {
          const shown = ctx.context.returned as Shown | null
          if (!shown?.id || !shown.teams || isAPIError(shown)) return
          const members = await teamMembers(db, shown.id)
          const teams = shown.teams.map((team) => ({ ...team, userIds: members.get(team.id) ?? [] }))
          return ctx.json({ ...shown, teams })
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}
