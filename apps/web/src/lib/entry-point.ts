import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { STALE } from './query-client.ts'
import { follow, readDocument, type SirenDocument } from './siren.ts'

/** The only hard-coded URL of the jobs service. All others are reached by links. */
const ENTRY_POINT = '/api/EntryPoint'

export type RootName = 'Info' | 'Admin' | 'JobsRoot' | 'WorkDataRoot' | 'ProcessingStepsRoot'

/** The server’s versions, and the storage of the active context. */
export interface InfoProperties {
  OrganizationId: string
  ApiVersion: string
  BuildVersion: string
  UsedStorageInBytes: number
  StorageLimitInBytes: number | null
  FileLimitInBytes: number | null
}

export const entryPointQuery = queryOptions({
  queryKey: ['entry-point'],
  queryFn: ({ signal }) => readDocument(ENTRY_POINT, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Query for a root document such as JobsRoot. The actions of a root document say what the user may do. */
export function rootQuery(name: Exclude<RootName, 'Info'>) {
  return queryOptions({
    queryKey: ['root', name],
    queryFn: async ({ client, signal }) => follow(await client.ensureQueryData(entryPointQuery), name, signal),
    staleTime: STALE.link,
  })
}

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: async ({ client, signal }) =>
    follow<InfoProperties>(await client.ensureQueryData(entryPointQuery), 'Info', signal),
})

/** Returns a root document, from the cache if possible. For query functions. */
export function ensureRoot(client: QueryClient, name: Exclude<RootName, 'Info'>): Promise<SirenDocument> {
  return client.ensureQueryData(rootQuery(name))
}
