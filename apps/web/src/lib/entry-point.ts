import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { STALE } from './query-client.ts'
import { follow, readDocument, type SirenDocument } from './siren.ts'

/** The one address of the jobs service that this app knows; everything else is reached by links. */
const ENTRY_POINT = '/api/EntryPoint'

export type RootName = 'Info' | 'Admin' | 'JobsRoot' | 'WorkDataRoot' | 'ProcessingStepsRoot'

/** The versions of the server, and the storage of the active context. */
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

/** A root document such as JobsRoot: its actions say what this person may do at all. */
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

/** For query functions: the root, from the cache when it is there. */
export function ensureRoot(client: QueryClient, name: Exclude<RootName, 'Info'>): Promise<SirenDocument> {
  return client.ensureQueryData(rootQuery(name))
}
