import type { QueryPreviewProperties } from '@millrace/contracts/previews'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { actionOf, askAction, hrefOf, selfHref } from '#lib/siren.ts'
import type { TryQuery } from '#lib/sql-tables.ts'
import { previewQueries } from './previews.queries.ts'
import * as texts from './texts.ts'

/**
 * Returns a function that tries a query on the chosen files. Undefined if the first file has no preview. The function
 * throws if that file isn't a table.
 */
export function useTryQuery(files: readonly WorkDataDocument[]): TryQuery | undefined {
  const client = useQueryClient()
  const [first] = files
  const preview = first && hrefOf(first, 'Preview')
  const key = files.map(selfHref).join(' ')
  return useMemo(() => {
    if (preview === undefined) return undefined
    const [, ...others] = key.split(' ')
    return {
      key,
      async run(sql, signal) {
        const table = await client.ensureQueryData(previewQueries.table(preview))
        const action = actionOf(table, 'QueryTables')
        if (!action) throw new Error(texts.firstFileIsNotATable)
        const body = { Sql: sql, OtherWorkDataUrls: others }
        return (await askAction<QueryPreviewProperties>(action, body, signal)).properties
      },
    }
  }, [client, preview, key])
}
