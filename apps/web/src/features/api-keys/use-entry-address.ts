import { useQuery } from '@tanstack/react-query'
import { entryPointQuery } from '#lib/entry-point.ts'
import { selfHref } from '#lib/siren.ts'

/** Where programs enter the jobs service, as the server names it; this site's own address until it has said so. */
export function useEntryAddress(): string {
  const { data } = useQuery(entryPointQuery)
  return data ? selfHref(data) : location.origin
}
