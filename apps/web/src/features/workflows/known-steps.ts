import { newestInRange, type StepVersion } from '@millrace/workflows/steps'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { processingStepQueries, type StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import type { WorkflowNode } from './document/draft.ts'
import { stepVersionsOf } from './step-versions.ts'

/** A version of a step that nodes may run. */
export interface KnownStep {
  document: StepDocument
  version: StepVersion
}

export interface KnownSteps {
  /** They are still loading. */
  isPending: boolean
  versions: readonly StepVersion[]
  /** The newest version of each function, by title. */
  newest: readonly KnownStep[]
  /** The version that a node runs. */
  stepOf: (step: WorkflowNode['step']) => KnownStep | undefined
  versionsOf: (functionName: string) => readonly string[]
}

/** The steps that the user may run. */
export function useKnownSteps(): KnownSteps {
  const { data, isPending } = useQuery(processingStepQueries.lookup())
  const known = useMemo(() => knownSteps(data ?? []), [data])
  return useMemo(() => ({ ...known, isPending }), [known, isPending])
}

function knownSteps(documents: readonly StepDocument[]): Omit<KnownSteps, 'isPending'> {
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
