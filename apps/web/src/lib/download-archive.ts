import type { WorkDataFilter } from '@millrace/contracts/work-data'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ownAddress } from './api.ts'
import { ensureRoot } from './entry-point.ts'
import { runNamed } from './siren.ts'

/** Downloads the work data that match a filter as one ZIP archive. The browser shows the progress. */
export function useDownloadArchive() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(Filter: WorkDataFilter) {
      const href = await runNamed(await ensureRoot(queryClient, 'WorkDataRoot'), 'CreateArchive', { Filter })
      if (href) location.assign(ownAddress(href))
    },
  })
}
