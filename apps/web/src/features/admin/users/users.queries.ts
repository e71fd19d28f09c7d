import type { AdministratedUser, CreatedUser, ListedUserFacts } from '@millrace/contracts/administration'
import type { Plan } from '@millrace/contracts/limits'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callJson } from '#lib/api.ts'
import { queryString } from '#lib/list-search.ts'
import { tellOtherTabs } from '#lib/other-tabs.ts'
import { ADMIN_KEY, useAdminChange } from '../admin.queries.ts'

export type Role = AdministratedUser['role']

export type ListedUser = Pick<
  AdministratedUser,
  'id' | 'publicId' | 'name' | 'email' | 'emailVerified' | 'plan' | 'createdAt' | 'banExpires'
> &
  ListedUserFacts & {
    role: Role | null
    banned: boolean | null
  }

/** One page of the list, and the number of users on all pages. */
export interface UserPage {
  users: ListedUser[]
  total: number
}

/** The query parameters of GET /api/auth/admin/list-users. */
export interface UserQuery {
  sortBy: string
  sortDirection: 'asc' | 'desc'
  filterField: string | undefined
  filterOperator: string | undefined
  filterValue: string | undefined
  searchField: string | undefined
  searchValue: string | undefined
  limit: number
  offset: number
}

/** A device on which a user is signed in. */
export interface UserSession {
  id: string
  token: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: string
  updatedAt: string
  expiresAt: string
  impersonatedBy: string | null
}

const auth = <T = unknown>(path: string, body: object) =>
  callJson<T>(`/api/auth/admin/${path}`, { method: 'POST', body })

export const userQueries = {
  list: (query: UserQuery) =>
    queryOptions({
      queryKey: [ADMIN_KEY, 'users', query],
      queryFn: ({ signal }) => callJson<UserPage>(`/api/auth/admin/list-users?${queryString(query)}`, { signal }),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [ADMIN_KEY, 'user', id],
      queryFn: ({ signal }) => callJson<AdministratedUser>(`/api/admin/users/${encodeURIComponent(id)}`, { signal }),
    }),

  sessions: (userId: string) =>
    queryOptions({
      queryKey: [ADMIN_KEY, 'user', userId, 'sessions'],
      queryFn: async () => (await auth<{ sessions: UserSession[] }>('list-user-sessions', { userId })).sessions,
    }),
}

export interface NewUser {
  name: string
  email: string
  plan: Plan
}

export function useCreateUser() {
  return useAdminChange((user: NewUser) => callJson<CreatedUser>('/api/admin/users', { method: 'POST', body: user }), {
    quiet: true,
  })
}

/** Makes a user an administrator, or revokes that role. */
export function useSetRole() {
  return useAdminChange((change: { userId: string; role: Role }) => auth('set-role', change))
}

interface Ban {
  userId: string
  banReason?: string
  /** In seconds. If undefined, the ban is permanent. */
  banExpiresIn?: number
}

/** Bans a user, permanently or temporarily, and signs them out everywhere. */
export function useBan() {
  return useAdminChange((ban: Ban) => auth('ban-user', ban), { quiet: true })
}

export function useUnban() {
  return useAdminChange((userId: string) => auth('unban-user', { userId }))
}

/** Signs a user out of one device, given the session's token. */
export function useRevokeSession() {
  return useAdminChange((sessionToken: string) => auth('revoke-user-session', { sessionToken }))
}

export function useRevokeSessions() {
  return useAdminChange((userId: string) => auth('revoke-user-sessions', { userId }))
}

export function useSetPassword() {
  return useAdminChange((change: { userId: string; newPassword: string }) => auth('set-user-password', change), {
    quiet: true,
  })
}

/** Emails a password reset link to the user with this address. */
export function useSendReset() {
  return useAdminChange((email: string) =>
    call('/api/auth/request-password-reset', { method: 'POST', body: { email } }),
  )
}

export function useRemoveUser() {
  return useAdminChange((userId: string) => auth('remove-user', { userId }), {
    quiet: true,
    deleted: (userId) => userId,
  })
}

/** Starts to impersonate a user. Then reloads the app, so that none of the administrator's data remains in memory. */
export function useImpersonate() {
  return useMutation({
    mutationFn: (userId: string) => auth('impersonate-user', { userId }),
    onSuccess: () => {
      tellOtherTabs('context-changed')
      location.assign('/dashboard')
    },
  })
}
