import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { queryOptions } from '@tanstack/react-query'
import { hrefOf, readDocument } from '#lib/siren.ts'
import { previewQueries } from '../previews.queries.ts'

export const reportQueries = {
  /** The current document of a file that a report refers to. */
  file: (workData: string) => {
    const href = new URL(workData, location.origin).href
    return queryOptions({
      queryKey: ['work-data', 'detail', href],
      queryFn: ({ signal }) => readDocument<WorkDataProperties>(href, signal),
      retry: 1,
    })
  },

  content: (workData: string) =>
    queryOptions({
      queryKey: ['previews', 'report', workData],
      queryFn: async ({ client }) => {
        const file = await client.ensureQueryData(reportQueries.file(workData))
        return client.fetchQuery(previewQueries.wholeText(hrefOf(file, 'Download') ?? ''))
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
    }),
}
