import type { Plan } from '@millrace/contracts/limits'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, callJson } from '#lib/api.ts'
import type { AuthClient } from '#lib/auth-client.ts'
import { type AuthReply, askAuth } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { enterContext } from './organizations.queries.ts'
import type { CustomRole } from './permissions.ts'

export interface Member {
  id: string
  userId: string
  /** One or more roles, separated by commas. */
  role: string
  createdAt: string
  user: { id: string; name: string; email: string }
}

export interface Invitation {
  id: string
  email: string
  role: string | null
  status: string
  expiresAt: string
  createdAt: string
  inviterId: string
}

export interface Team {
  id: string
  organizationId: string
  name: string
  userIds: string[]
}

export interface ActiveOrganization {
  id: string
  name: string
  slug: string
  plan: Plan
  requireTwoFactor?: boolean | null
  createdAt: string
  members: Member[]
  /** Empty for users who cannot see invitations. */
  invitations: Invitation[]
  teams: Team[]
}

/** An organization with its members, or null if it was deleted or the user was removed from it. */
export function activeOrganizationQuery(id: string) {
  return queryOptions({
    queryKey: ['organization', 'full', id],
    queryFn: ({ signal }) =>
      callJson<ActiveOrganization | null>(address('get-full-organization', id), { signal }).catch(nullIfRefused),
  })
}

/** The custom roles of the organization. Empty for users who cannot read them. */
export function customRolesQuery(id: string) {
  return queryOptions({
    queryKey: ['organization', 'roles', id],
    queryFn: async ({ signal }) =>
      (await callJson<CustomRole[]>(address('list-roles', id), { signal }).catch(nullIfRefused)) ?? [],
  })
}

function address(path: string, organizationId: string): string {
  return `/api/auth/organization/${path}?${new URLSearchParams({ organizationId })}`
}

function nullIfRefused(error: unknown): null {
  if (error instanceof ApiProblem && [403, 404].includes(error.status)) return null
  throw error
}

type Organizations = AuthClient['organization']

/**
 * The mutation is pending until the changed data has been loaded again. The toast `said` is shown here rather than by
 * the component, because a component such as the row of a deleted item may be unmounted by then.
 */
function useChange<T>(act: (organizations: Organizations, change: T) => Promise<AuthReply<unknown>>, said?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: T) => askAuth((auth) => act(auth.organization, change)),
    onSuccess() {
      if (said) toast.success(said)
      return queryClient.invalidateQueries({ queryKey: ['organization'] })
    },
  })
}

/** Changes the name of an organization. The short name is kept. */
export function useRenameOrganization(organizationId: string) {
  return useChange<string>((organizations, name) => organizations.update({ organizationId, data: { name } }))
}

export function useRequireTwoFactor(organizationId: string) {
  return useChange<boolean>((organizations, requireTwoFactor) =>
    organizations.update({ organizationId, data: { requireTwoFactor } as object }),
  )
}

/** Replaces the role of a member. Several roles are separated by commas. */
export function useChangeRole() {
  return useChange<{ memberId: string; role: string }>((organizations, { memberId, role }) =>
    organizations.updateMemberRole({ memberId, role: role as 'member' }),
  )
}

/** Removes a member by id or email, then shows `said` in a toast. */
export function useRemoveMember(said: string) {
  return useChange<string>((organizations, memberIdOrEmail) => organizations.removeMember({ memberIdOrEmail }), said)
}

/** Cancels an open invitation by its id, then shows `said` in a toast. */
export function useCancelInvitation(said: string) {
  return useChange<string>((organizations, invitationId) => organizations.cancelInvitation({ invitationId }), said)
}

/** Sends an open invitation again, with a later expiry. If it has expired, a new invitation replaces it. */
export function useResendInvitation() {
  return useChange<Invitation>(async (organizations, { id, email, role, expiresAt }) => {
    const sent = await organizations.inviteMember({ email, role: (role ?? 'member') as 'member', resend: true })
    // The auth library creates a new invitation if the old one has expired, so the old one is canceled.
    if (!sent.error && Date.parse(expiresAt) < Date.now()) await organizations.cancelInvitation({ invitationId: id })
    return sent
  })
}

/** Renames a team or, without an id, creates one. */
export function useSaveTeam(teamId: string | undefined) {
  return useChange<string>((organizations, name) =>
    teamId ? organizations.updateTeam({ teamId, data: { name } }) : organizations.createTeam({ name }),
  )
}

/** Deletes a team by its id, then shows `said` in a toast. The members stay in the organization. */
export function useDeleteTeam(said: string) {
  return useChange<string>((organizations, teamId) => organizations.removeTeam({ teamId }), said)
}

export function useTeamMember({ id: teamId, organizationId }: Team) {
  return useChange<{ userId: string; isMember: boolean }>((organizations, { userId, isMember }) => {
    const place = { teamId, userId, organizationId }
    return isMember ? organizations.addTeamMember(place) : organizations.removeTeamMember(place)
  })
}

/** Changes a role or, without an id, creates one. */
export function useSaveRole(roleId: string | undefined) {
  return useChange<{ role: string; permission: Record<string, string[]> }>((organizations, { role, permission }) =>
    roleId
      ? organizations.updateRole({ roleId, data: { roleName: role, permission } })
      : organizations.createRole({ role, permission }),
  )
}

/** Deletes a custom role by its id, then shows `said` in a toast. */
export function useDeleteRole(said: string) {
  return useChange<string>((organizations, roleId) => organizations.deleteRole({ roleId }), said)
}

/** An email address that could not be invited. */
export interface Refusal {
  email: string
  reason: string
}

/** Invites several addresses, one after another. Resolves with the refused addresses and the reasons. */
export function useInvite() {
  const queryClient = useQueryClient()
  return useMutation({
    // Refreshes the list, because it may have been loaded between two invitations. Not awaited, because the dialog
    // closes immediately.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['organization'] }),
    async mutationFn({ emails, role }: { emails: readonly string[]; role: string }): Promise<Refusal[]> {
      const refused: Refusal[] = []
      for (const email of emails) {
        const invite = askAuth<unknown>((auth) => auth.organization.inviteMember({ email, role: role as 'member' }))
        await invite.catch((error: Error) => refused.push({ email, reason: error.message }))
      }
      return refused
    },
  })
}

/** Leaves or deletes the organization. The user's personal context becomes active, which closes the page. */
export function useQuit(organizationId: string, onDone: (how: 'leave' | 'delete') => void) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (how: 'leave' | 'delete') =>
      askAuth<unknown>((auth) =>
        how === 'leave' ? auth.organization.leave({ organizationId }) : auth.organization.delete({ organizationId }),
      ),
    onSuccess(_reply, how) {
      onDone(how)
      return enterContext(queryClient)
    },
  })
}
