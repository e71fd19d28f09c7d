import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { askAuth } from '#lib/session.ts'

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => callJson<Passkey[]>('/api/auth/passkey/list-user-passkeys', { signal }),
})

/** Creates a passkey in the browser and registers it. Users who have a password must enter it to confirm the change. */
export function useAddPasskey() {
  return useChange(async (passkey: { name: string; password: string | undefined }) => {
    const { addPasskey } = await import('../passkey-ceremony.ts')
    await addPasskey(passkey)
  })
}

export function useRenamePasskey() {
  return useChange((body: { id: string; name: string }) => post('update-passkey', body))
}

/** Deletes a passkey. Users who have a password must enter it to confirm the change. */
export function useRemovePasskey() {
  return useChange((body: { id: string; password: string | undefined }) => post('delete-passkey', body))
}

function post(call: string, body: object): Promise<unknown> {
  return askAuth((auth) => auth.$fetch<unknown>(`/passkey/${call}`, { method: 'POST', body }))
}

function useChange<T>(change: (input: T) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}
