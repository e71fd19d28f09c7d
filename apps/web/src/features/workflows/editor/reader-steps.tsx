import type { WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import type { WorkflowGraph } from '@millrace/workflows/graph'
import { drawingOf } from '#components/workflow-graph/graph-drawing.ts'
import { useKnownSteps } from '../known-steps.ts'
import { bindingText } from './binding-text.ts'
import * as texts from './texts.ts'
import { useSourceText } from './use-source-text.ts'

interface ReaderStepsProps {
  definition: WorkflowDefinition
  graph: WorkflowGraph
}

/** Lists the steps in the order of the graph: from left to right, then from top to bottom. */
export default function ReaderSteps({ definition: { nodes }, graph }: ReaderStepsProps) {
  const { stepOf } = useKnownSteps({ nodes })
  const titleOf = (id: string) => {
    const node = nodes.find((other) => other.id === id)
    return node?.title ?? (node && stepOf(node)?.document.properties.Title) ?? id
  }
  const order = drawingOf(graph)
    .boxes.toSorted((a, b) => a.x - b.x || a.y - b.y)
    .map(({ key }) => key)
  return (
    <ol aria-label={texts.steps} className="grid px-6 py-2 phone:px-4">
      {nodes
        .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
        .map((node) => (
          <Step key={node.id} node={node} titleOf={titleOf} />
        ))}
    </ol>
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
        {titleOf(node.id)}{' '}
        <span className="mono-sm ml-1.5 font-normal text-ink-3">{stepText(node, titleOf(node.id))}</span>
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

/** The function is omitted if it is already shown as the title. */
function stepText({ step }: WorkflowNode, title: string): string {
  return [title === step.function ? '' : step.function, step.version].filter(Boolean).join(' ')
}
