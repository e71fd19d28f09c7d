import type { Welcome } from '@millrace/contracts/account'
import { queryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'

/** What the sign-in pages may know before anybody is signed in. */
export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: ({ signal }) => callJson<Welcome>('/api/account/welcome', { signal }),
})
