import type { SystemReport } from '@millrace/contracts/system'
import { queryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { ADMIN_KEY } from '../admin.queries.ts'

/** The state of the installation. */
export const systemQuery = queryOptions({
  queryKey: [ADMIN_KEY, 'system'],
  queryFn: ({ signal }) => callJson<SystemReport>('/api/admin/system', { signal }),
  refetchInterval: 30_000,
})
