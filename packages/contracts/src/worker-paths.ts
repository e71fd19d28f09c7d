/** Paths of the worker protocol. They are separate from its schemas, so workers need not load a schema library. */
export const WORKER_PATHS = {
  steps: '/worker/v1/steps',
  claim: '/worker/v1/claim',
  lease: (id: string) => `/worker/v1/leases/${id}`,
} as const

export const LEASE_TOKEN_HEADER = 'x-lease-token'
