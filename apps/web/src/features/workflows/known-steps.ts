import { Budget } from '@millrace/parameters/budget'
import { newestInRange, type StepVersion } from '@millrace/workflows/steps'
import { type LinkedWorkflows, linkedWorkflow, typedInterface, workflowStep } from '@millrace/workflows/workflow-step'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { processingStepQueries, type StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import type { Draft, WorkflowNode } from './document/draft.ts'
import { stepVersionsOf } from './step-versions.ts'
import { type FoundWorkflows, useLinkedWorkflows } from './use-linked-workflows.ts'

/** Maximum number of steps (see `Budget`) for checking the schemas of the variables of one nested workflow. */
const CHECK_STEPS = 1_000_000

/** A version of a step that nodes may run. */
export interface KnownStep {
  document: StepDocument
  version: StepVersion
  /** The version of the nested workflow, if the node runs one. */
  workflowVersion?: number
}

/** The steps and workflows that nodes can run, and how to look them up. */
export interface KnownSteps {
  isPending: boolean
  versions: readonly StepVersion[]
  /** The newest version of each function, sorted by title. */
  newest: readonly KnownStep[]
  workflows: LinkedWorkflows
  /** The URLs of nested workflows that don't exist, or no longer exist. */
  goneWorkflows: ReadonlySet<string>
  /**
   * Returns the step that a node runs; undefined if unknown. For a nested workflow that has been loaded, the title,
   * slots and parameters are those of the workflow.
   */
  stepOf: (node: WorkflowNode) => KnownStep | undefined
  versionsOf: (functionName: string) => readonly string[]
}

/** Loads the steps that the user may run, and the nested workflows of a draft. */
export function useKnownSteps(draft: Pick<Draft, 'nodes'> | undefined): KnownSteps {
  const { data, isPending } = useQuery(processingStepQueries.lookup())
  const linked = useLinkedWorkflows(draft?.nodes)
  const known = useMemo(() => knownSteps(data ?? []), [data])
  const workflows = useMemo(() => {
    const stepOf = (node: WorkflowNode) => known.stepOf(node.step)?.version
    return new Map([...linked.workflows].map(([url, { definition }]) => [url, typedInterface(definition, stepOf)]))
  }, [known, linked])
  return useMemo(
    () => ({
      ...known,
      isPending,
      workflows,
      goneWorkflows: linked.gone,
      stepOf: withWorkflows(known.stepOf, { workflows, linked }),
    }),
    [known, isPending, workflows, linked],
  )
}

type RawSteps = Omit<KnownSteps, 'isPending' | 'workflows' | 'goneWorkflows' | 'stepOf'> & {
  stepOf: (step: WorkflowNode['step']) => KnownStep | undefined
}

function withWorkflows(
  stepOf: RawSteps['stepOf'],
  { workflows, linked }: { workflows: LinkedWorkflows; linked: FoundWorkflows },
): KnownSteps['stepOf'] {
  const made = new WeakMap<WorkflowNode, KnownStep>()
  return (node) => {
    const step = stepOf(node.step)
    const url = linkedWorkflow(node) ?? ''
    const workflow = workflows.get(url)
    if (!step || !workflow) return step
    const { version: workflowVersion } = linked.workflows.get(url) ?? {}
    const known = made.get(node) ?? {
      document: { ...step.document, properties: { ...step.document.properties, Title: workflow.title } },
      version: workflowStep(step.version, { node, workflow, budget: new Budget(CHECK_STEPS) }),
      ...(workflowVersion !== undefined && { workflowVersion }),
    }
    made.set(node, known)
    return known
  }
}

function knownSteps(documents: readonly StepDocument[]): RawSteps {
  const versions = stepVersionsOf(documents)
  const known = new Map(versions.map((version, at) => [version, documents[at]]))
  const byFunction = Map.groupBy(versions, ({ functionName }) => functionName)
  const found = new Map<string, KnownStep | undefined>()
  const stepOf = ({ function: name, version: range }: WorkflowNode['step']) => {
    const key = `${name} ${range ?? ''}`
    if (!found.has(key)) {
      const version = newestInRange(byFunction.get(name) ?? [], range)
      const document = version && known.get(version)
      found.set(key, document && version && { document, version })
    }
    return found.get(key)
  }
  return {
    versions,
    newest: [...byFunction.keys()].flatMap((name) => stepOf({ function: name }) ?? []),
    stepOf,
    versionsOf: (name) => (byFunction.get(name) ?? []).map(({ version }) => version),
  }
}
