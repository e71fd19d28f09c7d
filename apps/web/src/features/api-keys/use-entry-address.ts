import { useQuery } from '@tanstack/react-query'
import { entryPointQuery } from '#lib/entry-point.ts'
import { selfHref } from '#lib/siren.ts'

/**
 * Returns the URL of the jobs service's entry point, as named by the server. Until that is loaded, this site's origin.
 */
export function useEntryAddress(): string {
  const { data } = useQuery(entryPointQuery)
  return data ? selfHref(data) : location.origin
}
