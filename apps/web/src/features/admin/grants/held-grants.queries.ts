import type { HeldGrant } from '@millrace/contracts/administration'
import { queryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { ADMIN_KEY } from '../admin.queries.ts'

export const heldGrantsQuery = queryOptions({
  queryKey: [ADMIN_KEY, 'grants'],
  queryFn: ({ signal }) => callJson<HeldGrant[]>('/api/admin/grants', { signal }),
})
