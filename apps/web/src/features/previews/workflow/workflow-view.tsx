import { LIMITS } from '@millrace/contracts/limits'
import type { WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import { graphOf } from '@millrace/workflows/graph'
import { readDefinition } from '@millrace/workflows/read-definition'
import { Workflow } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import GraphPicture from '#components/workflow-graph/graph-picture.tsx'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import * as texts from './texts.ts'

/** The graph and the steps of a workflow definition, with a link to edit it. */
export default function WorkflowView({ text, file, views }: { text: string; file: PreviewedFile; views?: ReactNode }) {
  const definition = useMemo(() => definitionIn(text), [text])
  return (
    <>
      <PreviewToolbar views={views}>
        {file.self ? (
          <ButtonLink
            to="/workflows/configurator"
            search={{ workflowLink: encodeLink(file.self) }}
            size="sm"
            variant="quiet"
            icon={<Workflow />}
          >
            {texts.openInConfigurator}
          </ButtonLink>
        ) : null}
      </PreviewToolbar>
      {definition ? <Drawing definition={definition} /> : <NoPreview file={file}>{texts.notAWorkflow}</NoPreview>}
    </>
  )
}

function definitionIn(text: string): WorkflowDefinition | undefined {
  try {
    return readDefinition(JSON.parse(text)).definition
  } catch {
    return undefined
  }
}

function Drawing({ definition }: { definition: WorkflowDefinition }) {
  const { title, description, nodes } = definition
  const graph = useMemo(
    () => (definition.nodes.length <= LIMITS.pictureNodesMax ? graphOf(definition) : undefined),
    [definition],
  )
  return (
    <ScrollArea label={fill(texts.workflow, title)}>
      {graph && nodes.length > 0 ? (
        <div className="dotted h-72 flex-none border-b border-line bg-sunken p-4 phone:h-44">
          <GraphPicture graph={graph} className="size-full" />
        </div>
      ) : null}
      <div className="grid max-w-3xl gap-3 px-6 py-4 phone:px-4">
        <h2 dir="auto" className="text-lg font-semibold wrap-anywhere">
          {title}
        </h2>
        {description ? (
          <p dir="auto" className="text-md whitespace-pre-line text-ink-2 wrap-anywhere">
            {description}
          </p>
        ) : null}
        {nodes.length === 0 ? <p className="text-ink-3">{texts.noSteps}</p> : <Steps nodes={nodes} />}
      </div>
    </ScrollArea>
  )
}

function Steps({ nodes }: { nodes: readonly WorkflowNode[] }) {
  return (
    <ol aria-label={texts.steps} className="grid">
      {nodes.map(({ id, title = id, step }) => (
        <li key={id} className="border-b border-line py-2 wrap-anywhere last:border-b-0">
          <bdi>{title}</bdi>{' '}
          <span className="mono-sm text-ink-3">{[step.function, step.version].filter(Boolean).join(' ')}</span>
        </li>
      ))}
    </ol>
  )
}
