import { titleOfFile } from '@millrace/workflows/file-title'
import { linkedWorkflow } from '@millrace/workflows/workflow-step'
import { useQueries } from '@tanstack/react-query'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { selfHref } from '#lib/siren.ts'
import { useOtherWorkflows } from '../editor/use-other-workflows.ts'
import { type ReadWorkflow, workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'
import { PICTURE_BYTES_MAX } from './workflow-picture.tsx'

const NAMED = 5

/** Lists which of the newest 100 workflows use one of these versions of a workflow as a step. */
export default function WorkflowUsers({ versions }: { versions: readonly WorkDataDocument[] }) {
  const own = new Set(versions.map(selfHref))
  const others = useOtherWorkflows(undefined).filter(
    (file) => !own.has(selfHref(file)) && file.properties.SizeInBytes <= PICTURE_BYTES_MAX,
  )
  const contents = useQueries({ queries: others.map((file) => workflowQueries.content(file)) })
  const users = others.filter((_file, at) => runsAny(contents[at]?.data, own))
  if (users.length === 0) return null
  const names = users.slice(0, NAMED).map(({ properties }) => `“${titleOfFile(properties.Name)}”`)
  const more = users.length > NAMED ? [fill(texts.moreUsers, users.length - NAMED)] : []
  return (
    <p role="status" className="mt-2 rounded-lg bg-warning-soft px-3 py-2 wrap-anywhere">
      {fill(texts.usedIn, [...names, ...more].join(', '))}
    </p>
  )
}

function runsAny(content: ReadWorkflow | undefined, hrefs: ReadonlySet<string>): boolean {
  return content?.definition?.nodes.some((node) => hrefs.has(linkedWorkflow(node) ?? '')) ?? false
}
