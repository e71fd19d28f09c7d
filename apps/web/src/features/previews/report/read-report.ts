import { MEDIA, type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import { ownValue } from '@millrace/parameters/pointer'
import type { ReportFile, ReportRun, WorkflowReport } from '@millrace/workflows/report'
import { REPORT_SLOT } from '@millrace/workflows/workflow-step'
import { encodeLink } from '#lib/link-code.ts'

/** Parses a report of the supported version. Undefined for anything else. */
export function readReport(text: string): WorkflowReport | undefined {
  try {
    const report = JSON.parse(text) as Partial<WorkflowReport> | null
    return report?.version === 1 && Array.isArray(report.nodes) && report.execution
      ? (report as WorkflowReport)
      : undefined
  } catch {
    return undefined
  }
}

/** Kinds of files that are shown first, in this order. */
const FIRST_KINDS: readonly PreviewKind[] = ['plotly', 'image', 'picture', 'table']

/** A file of the report. The name is that of the workflow's output or of the node that wrote the file. */
export interface NamedFile {
  name: string
  file: ReportFile
}

/** Returns the results of the workflow: figures, then images, tables, and all others. */
export function mainFiles(report: WorkflowReport): NamedFile[] {
  return resultsOf(report).toSorted((a, b) => rankOf(a.file) - rankOf(b.file))
}

function rankOf({ mediaType }: ReportFile): number {
  const rank = FIRST_KINDS.indexOf(previewKind(mediaType))
  return rank < 0 ? FIRST_KINDS.length : rank
}

/** Returns the inputs and outputs of all runs, by the path of their work data. */
export function filesByPath({ nodes }: WorkflowReport): ReadonlyMap<string, ReportFile> {
  const files = nodes.flatMap(({ runs }) => runs.flatMap(({ inputs, outputs }) => [inputs, outputs].flatMap(inSlots)))
  return new Map(files.map((file) => [file.workData, file]))
}

/** Returns the report that a nested workflow wrote in this run, if there is one. */
export function reportOfRun({ outputs }: ReportRun): ReportFile | undefined {
  return ownValue(outputs, REPORT_SLOT)?.find(({ mediaType }) => mediaType === MEDIA.workflowReport)
}

function inSlots(slots: ReportRun['inputs']): ReportFile[] {
  return Object.values(slots).flat()
}

/** Returns the workflow's named outputs or, if it has none, the outputs that no other node used. */
function resultsOf({ outputs, nodes }: WorkflowReport): NamedFile[] {
  const named = Object.entries(outputs).flatMap(([name, files]) => files.map((file) => ({ name, file })))
  if (named.length > 0) return named
  const runs = nodes.flatMap(({ id, title, runs: all }) => all.map((run) => ({ name: title ?? id, run })))
  const used = new Set(
    runs.flatMap(({ run }) =>
      Object.values(run.inputs)
        .flat()
        .map(({ workData }) => workData),
    ),
  )
  return runs.flatMap(({ name, run }) =>
    Object.values(run.outputs)
      .flat()
      .filter(({ workData }) => !used.has(workData))
      .map((file) => ({ name, file })),
  )
}

/**
 * Returns the URL of a resource's page on the server that shows the report. The report identifies the resource by path.
 */
export function pageHref(path: string, page: 'jobs' | 'workdata/explorer' | 'workflows/executions'): string {
  return `${location.origin}/${page}/${encodeLink(path)}`
}
