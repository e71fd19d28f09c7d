import type { GivenGrant } from '@millrace/contracts/administration'
import type { Plan } from '@millrace/contracts/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callJson } from '#lib/api.ts'

/** First part of the query keys of everything that administrators read. */
export const ADMIN_KEY = 'admin'

export interface Holder {
  kind: 'user' | 'organization'
  id: string
}

const pathOf = ({ kind, id }: Holder) => `/api/admin/${kind}s/${encodeURIComponent(id)}`

interface ChangeOptions<Input> {
  /** Whether the screen shows errors itself, so no toast is needed. */
  quiet?: boolean
  /** Returns the id of what the change deletes, so that it is not loaded again. */
  deleted?: (input: Input) => string
}

/** Sends a change, then reloads the data of all administration pages. */
export function useAdminChange<Input, Result>(
  send: (input: Input) => Promise<Result>,
  { quiet = false, deleted }: ChangeOptions<Input> = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet },
    mutationFn: send,
    onSettled: (_, error, input) => {
      const gone = error ? undefined : deleted?.(input)
      return queryClient.invalidateQueries({
        queryKey: [ADMIN_KEY],
        predicate: ({ queryKey: [, , id] }) => gone === undefined || id !== gone,
      })
    },
  })
}

export function useSetPlan() {
  return useAdminChange(({ holder, plan }: { holder: Holder; plan: Plan }) =>
    call(`${pathOf(holder)}/plans`, { method: 'PUT', body: { plan } }),
  )
}

export interface GrantRequest {
  holder: Holder
  grantId: string
}

/** Gives a grant to a user or an organization. Resolves with the new grant. */
export function useAddGrant(options?: ChangeOptions<GrantRequest>) {
  return useAdminChange(
    ({ holder, grantId }: GrantRequest) =>
      callJson<GivenGrant>(`${pathOf(holder)}/grants`, { method: 'POST', body: { grantId } }),
    options,
  )
}

/** Removes a grant from a user or an organization. `id` identifies the grant of this holder, not the kind of grant. */
export function useRemoveGrant() {
  return useAdminChange(({ holder, id }: { holder: Holder; id: string }) =>
    call(`${pathOf(holder)}/grants/${id}`, { method: 'DELETE' }),
  )
}
