import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import type { FailedParameter } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { SlotColumns } from '#components/schema-form/columns.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { useTryQuery } from '#features/previews/try-query.queries.ts'
import { columnsQuery } from '#features/start-job/start-job.queries.ts'
import { filesIn, inputSlots, parametersOf } from '#lib/job-facts.ts'
import { embedded, hrefOf } from '#lib/siren.ts'
import { type SqlTable, sqlTable, type TryQuery } from '#lib/sql-tables.ts'
import type { ExecutionDocument } from './continuation.queries.ts'

/** How a node failed: the cause, the parameter value, and the data. */
export interface FailedRun {
  cause: string | null
  parameter: FailedParameter | null
  value: unknown
  /**
   * Suggestions for the form of the node's parameters: the columns in each slot, and the tables that a query can read.
   */
  columns: readonly SlotColumns[]
  tables: readonly SqlTable[]
  tryQuery: TryQuery | undefined
}

/** Returns how a node failed, from its first failed job. Undefined if no job of the node failed. */
export function useFailedRun(execution: ExecutionDocument, id: string | undefined): FailedRun | undefined {
  const node = embedded<ExecutionNodeProperties>(execution, 'Node').find(({ properties }) => properties.Id === id)
  const href = node && hrefOf(node, 'FirstFailedJob')
  const { data: job } = useQuery({ ...jobQueries.detail(href ?? ''), enabled: href !== undefined })
  const slots = job ? inputSlots(job) : []
  const given = slots.flatMap((slot) => filesIn(slot).map((file, at) => ({ file, at, slot: slot.properties.Name })))
  const read = given.slice(0, LIMITS.queryTablesMax)
  const known = useQueries({
    queries: read.map(({ file }) => columnsQuery(file)),
    combine: (results) => ({
      tables: read.map(({ file }, index) => sqlTable(file.properties.Name, index, results[index]?.data)),
      columns: read.flatMap(({ file, at, slot }, index) => {
        const found = at === 0 ? results[index]?.data : undefined
        return found ? [{ ...found, slot, fileName: file.properties.Name }] : []
      }),
    }),
  })
  const tryQuery = useTryQuery(read.map(({ file }) => file))
  if (!node || href === undefined) return undefined
  const parameter = job?.properties.FailedParameter ?? null
  const value = job && parameter ? parametersOf(job.properties)[parameter.Name] : undefined
  const cause = job?.properties.Cause ?? node.properties.FirstFailure
  return { cause, parameter, value, ...known, tryQuery }
}
