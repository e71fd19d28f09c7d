import { createQueryClient } from './query-client.ts'

/** The cache of the running app. Import it only in code outside of React; components get it from the context. */
export const queryClient = createQueryClient()
