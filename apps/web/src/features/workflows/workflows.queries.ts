import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import type { Fault } from '@millrace/contracts/problems'
import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import type { WorkDataQueryParameters } from '@millrace/contracts/work-data'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { queryOptions } from '@tanstack/react-query'
import { readJson } from '#components/schema-form/json-text.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { type WorkDataDocument, type WorkDataPage, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { call } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { hasRunningClock } from '#lib/job-facts.ts'
import { hrefOf } from '#lib/siren.ts'
import * as texts from './texts.ts'
import { versionOf, workflowTag } from './workflow-tags.ts'

const VERSIONS_MAX = 500

export interface ReadWorkflow {
  text: string
  /** Undefined if the text is not a valid definition. `faults` then lists the reasons. */
  definition: WorkflowDefinition | undefined
  faults: readonly Fault[]
}

/** A nested workflow, in the version that the node links to. */
export interface LinkedWorkflow {
  definition: WorkflowDefinition
  version: number
}

function isRunning({ properties: { LastExecution } }: WorkDataDocument): boolean {
  return LastExecution !== undefined && hasRunningClock(LastExecution.State)
}

export function definitionsOnly(parameters: WorkDataQueryParameters): WorkDataQueryParameters {
  return { ...parameters, Filter: { ...parameters.Filter, MediaTypeContains: MEDIA.workflowDefinition } }
}

export const workflowQueries = {
  /** While the last execution of any workflow on the page is running, job events refresh the list. */
  list: (parameters: WorkDataQueryParameters) => ({
    ...workDataQueries.list(definitionsOnly(parameters)),
    meta: { followsJobs: (data: unknown) => (data as WorkDataPage).items.some(isRunning) },
  }),

  /** Up to 500 versions of a workflow, newest first. */
  versions: (id: string) =>
    workflowQueries.list({
      Pagination: { PageSize: VERSIONS_MAX },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { TagsByAnd: [workflowTag(id)], ShowHidden: true },
      IncludeRemainingTags: false,
    }),

  /** Fails if the definition is too large to open. Never becomes stale, because files never change. */
  content: (file: WorkDataDocument) =>
    queryOptions({
      queryKey: ['workflow-content', hrefOf(file, 'Download')],
      queryFn: async ({ signal }): Promise<ReadWorkflow> => {
        const { SizeInBytes } = file.properties
        const most = LIMITS.definitionBytesMax
        if (SizeInBytes > most) {
          throw new Error(fill(texts.definitionTooLargeToOpen, formatBytes(SizeInBytes), formatBytes(most)))
        }
        const reply = await call(hrefOf(file, 'Download') ?? '', { signal })
        return readWorkflow(await reply.text())
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 300_000,
    }),

  contentOf: (file: WorkDataDocument | undefined) => {
    const none = { links: [], properties: { SizeInBytes: 0 } } as unknown as WorkDataDocument
    return { ...workflowQueries.content(file ?? none), enabled: file !== undefined }
  },

  /**
   * The workflow that a node links to, with its version number; null if the link doesn't lead to a valid definition.
   */
  linked: (href: string) =>
    queryOptions({
      queryKey: ['linked-workflow', href],
      queryFn: async ({ client }): Promise<LinkedWorkflow | null> => {
        const file = await client.ensureQueryData(workDataQueries.detail(href))
        if (file.properties.MediaType !== MEDIA.workflowDefinition) return null
        const { definition } = await client.ensureQueryData(workflowQueries.content(file))
        return definition ? { definition, version: versionOf(file.properties.Tags) } : null
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),

  /** The step that runs workflows; null if it is not registered. */
  executeStep: () =>
    queryOptions({
      queryKey: [...processingStepQueries.all, 'execute-workflow'],
      queryFn: async ({ client }) => {
        const filter = { FunctionName: EXECUTE_WORKFLOW, FunctionNameMatchType: 'MatchExact' } as const
        const query = processingStepQueries.list(filter, { PropertyName: 'CreatedAt', SortType: 'Descending' })
        const { steps } = await client.ensureQueryData(query)
        return steps[0] ?? null
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

/** Parses and checks the text of a definition. The code of the checks is loaded when it is first needed. */
export async function readWorkflow(text: string): Promise<ReadWorkflow> {
  const { value, fault } = readJson(text)
  if (fault !== undefined) return { text, definition: undefined, faults: [{ pointer: '', message: fault }] }
  const [{ readDefinition }, { parsingLosses }] = await Promise.all([
    import('@millrace/workflows/read-definition'),
    import('@millrace/workflows/parsing-losses'),
  ])
  const losses = parsingLosses(text)
  if (losses.length > 0) return { text, definition: undefined, faults: losses }
  const { definition, faults } = readDefinition(value)
  return { text, definition, faults }
}
