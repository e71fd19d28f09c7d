import type { WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import { graphOf } from '@millrace/workflows/graph'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { plural } from '#lib/format.ts'
import { ownTags, versionOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { bindingText } from './binding-text.ts'
import * as texts from './texts.ts'
import { useSourceText } from './use-source-text.ts'

const GraphPicture = lazy(() => import('#components/workflow-graph/graph-picture.tsx'))
const StartWorkflow = lazy(() => import('../start/start-workflow-sheet.tsx'))

interface WorkflowReaderProps {
  file: WorkDataDocument
  definition: WorkflowDefinition
}

/** A workflow to read and to start, without editing. */
export function WorkflowReader({ file, definition }: WorkflowReaderProps) {
  const [starting, setStarting] = useState(false)
  const { data: executeStep } = useQuery(workflowQueries.executeStep())
  const graph = useMemo(() => graphOf(definition), [definition])
  const titleOf = (id: string) => definition.nodes.find((node) => node.id === id)?.title ?? id
  const { Tags, CreatedAt } = file.properties
  return (
    <>
      <PageHead
        once
        title={definition.title}
        facts={
          <span className="text-xs">
            version {versionOf(Tags)}, changed <Time at={CreatedAt} />
          </span>
        }
        actions={
          executeStep ? (
            <Button variant="primary" icon={<Play aria-hidden="true" />} onClick={() => setStarting(true)}>
              {texts.startWorkflow}
            </Button>
          ) : null
        }
        meta={
          <>
            <span>{plural(definition.nodes.length, 'step')}</span>
            <TagList tags={ownTags(Tags)} />
          </>
        }
      />
      <div className="dotted h-72 flex-none border-y border-line bg-sunken p-4">
        <Suspense>
          <GraphPicture graph={graph} className="size-full" />
        </Suspense>
      </div>
      {definition.description ? (
        <p className="px-6 pt-4 text-md text-ink-2 phone:px-4">{definition.description}</p>
      ) : null}
      <ol aria-label={texts.steps} className="grid px-6 py-2 phone:px-4">
        {definition.nodes.map((node) => (
          <Step key={node.id} node={node} titleOf={titleOf} />
        ))}
      </ol>
      <Suspense>{starting ? <StartWorkflow file={file} onClose={() => setStarting(false)} /> : null}</Suspense>
    </>
  )
}

function Step({ node, titleOf }: { node: WorkflowNode; titleOf: (id: string) => string }) {
  const sourceText = useSourceText(Object.values(node.inputs ?? {}).flat(), titleOf)
  const facts = [
    ...Object.entries(node.inputs ?? {}).map(([name, sources]) => [name, sources.map(sourceText).join(', ')] as const),
    ...Object.entries(node.parameters ?? {}).map(([name, binding]) => [name, bindingText(binding, titleOf)] as const),
  ]
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="font-medium wrap-anywhere">
        {node.title ?? node.id} <span className="mono-sm font-normal text-ink-3">{stepText(node)}</span>
      </p>
      <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-ink-2">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function stepText({ step }: WorkflowNode): string {
  return [step.function, step.version].filter(Boolean).join(' ')
}
