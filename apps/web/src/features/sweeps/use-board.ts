import { LIMITS } from '@millrace/contracts/limits'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { WorkflowReport } from '@millrace/workflows/report'
import { type UseQueryResult, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type WorkDataPage, workDataQueries } from '#features/work-data/work-data.queries.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { selfHref } from '#lib/siren.ts'
import { type Axis, axesWith } from './axes.ts'
import { axesOf, type Cell, cellsOf, valueNames } from './board-model.ts'
import { sweepQueries } from './sweeps.queries.ts'

/**
 * The content of a sweep. `isNamed` tells whether the names of the files in its parameters have been loaded, as far as
 * possible.
 */
export interface Board {
  cells: readonly Cell[]
  axes: readonly Axis[]
  names: readonly string[]
  isNamed: boolean
}

/** Loads the cells of a sweep with their values. The values of workflows come from their reports. */
export function useBoard(sweep: string): Board {
  const { data: page } = useSuspenseQuery(sweepQueries.jobs(sweep))
  const { jobs } = page
  const reports = useQueries({
    queries: jobs.map((job) => sweepQueries.report(job)),
    combine: (results) =>
      results.flatMap(({ data }, at): [string, WorkflowReport][] => {
        const job = jobs[at]
        return data && job ? [[selfHref(job), data]] : []
      }),
  })
  const { data: schema, isPending } = useQuery(sweepQueries.schema(jobs[0]))
  const cells = useMemo(() => cellsOf(jobs, new Map(reports)), [jobs, reports])
  const fileNames = useFileNames(schema, jobs, cells)
  return useMemo(() => {
    const axes = axesWith(schema ?? undefined, axesOf(jobs), cells, (href) => fileNames.get(href) || undefined)
    const isNamed = !isPending && [...fileNames.values()].every((name) => name !== null)
    return { cells, axes, names: valueNames(cells), isNamed }
  }, [jobs, schema, isPending, cells, fileNames])
}

/** The names are by URL. A name is null while it is loading, and empty if it can't be loaded. */
function useFileNames(schema: JsonSchema | null | undefined, jobs: readonly JobDocument[], cells: readonly Cell[]) {
  const hrefs = useMemo(() => {
    const names = axesOf(jobs).filter((name) => schema?.properties?.[name]?.format === 'work-data')
    const all = cells.flatMap(({ parameters }) => names.map((name) => String(parameters[name] ?? '')))
    return [...new Set(all)].filter((href) => href !== '')
  }, [schema, jobs, cells])
  const batches = useMemo(() => batchesOf(hrefs, LIMITS.urlsInFilter), [hrefs])
  const pages = useQueries({ queries: batches.map((batch) => workDataQueries.several(batch)), combine: namesOf })
  return useMemo(() => {
    const nameIn = (page: FileNames | undefined, href: string) =>
      page?.names[pathOf(href)] ?? (page?.isRead ? '' : null)
    return new Map(batches.flatMap((batch, at) => batch.map((href) => [href, nameIn(pages[at], href)] as const)))
  }, [batches, pages])
}

interface FileNames {
  /** Names by path, because the host may differ between links of a file. */
  names: Record<string, string>
  /** Whether all names are loaded. Until then, `names` may be those of the previous files. */
  isRead: boolean
}

/** React Query keeps the identity of an equal `combine` result only if it consists of arrays and plain objects. */
function namesOf(pages: readonly UseQueryResult<WorkDataPage>[]): FileNames[] {
  return pages.map(({ data, isPending, isPlaceholderData }) => ({
    names: Object.fromEntries((data?.items ?? []).map((file) => [pathOf(selfHref(file)), file.properties.Name])),
    isRead: !isPending && !isPlaceholderData,
  }))
}

function batchesOf(all: readonly string[], size: number): string[][] {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, index) => index * size)
  return starts.map((start) => all.slice(start, start + size))
}

function pathOf(href: string): string {
  return URL.parse(href, location.origin)?.pathname ?? href
}
