import { createQueryClient } from './query-client.ts'

/** The one cache of the running app. Components get it from React; only code that lives outside imports it. */
export const queryClient = createQueryClient()
