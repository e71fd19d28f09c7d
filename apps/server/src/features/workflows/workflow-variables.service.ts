import { Budget } from '@millrace/parameters/budget'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { schemaFault } from '@millrace/parameters/usable-schema'
import { WorkflowDefinition } from '@millrace/workflows/definition'
import { variablesSchema } from '@millrace/workflows/variables'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import { readDefinition } from './definition-file.service.ts'

/** Budget of a check: about 10 ms. */
const CHECK_STEPS = 100_000

/**
 * Returns a function that reads some of a workflow's variables and returns their schema. Omits invalid variables,
 * because starting the workflow reports their errors.
 */
export function workflowVariables({ storage }: Pick<Deps, 'storage'>) {
  return async (
    file: { name: string; sha256: string; sizeInBytes: number },
    names: readonly string[],
  ): Promise<JsonSchema> => {
    const document = await readDefinition(storage, file).catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    const budget = new Budget(CHECK_STEPS)
    const usable = Object.entries(someVariables(document, names)).filter(
      ([, schema]) => schemaFault(schema, budget) === undefined && !budget.isUsedUp,
    )
    return variablesSchema({ variables: Object.fromEntries(usable) })
  }
}

/** Parses only the named variables, because a definition can have ten thousand nodes. */
function someVariables(document: unknown, names: readonly string[]) {
  const given = (document as { variables?: unknown } | null)?.variables
  if (typeof given !== 'object' || given === null) return {}
  const wanted = Object.entries(given).filter(([name]) => names.includes(name))
  return WorkflowDefinition.shape.variables.safeParse(Object.fromEntries(wanted)).data ?? {}
}
