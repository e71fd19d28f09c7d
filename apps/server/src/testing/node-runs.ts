import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import type { testApi } from './api.ts'
import { type Behavior, reportOf, startsExecution, type testWorkflows } from './workflows.ts'

/**
 * Returns the parameters and the number of inputs. Writes one file for each string in `files`, with that string as its
 * content. Fails if `fails` is true.
 */
export const echo: Behavior = ({ parameters, inputs }) =>
  parameters.fails === true
    ? { error: 'It was told to fail. Nothing else happened.' }
    : {
        result: { ...parameters, inputs: inputs.length },
        outputs: { out: (parameters.files as string[] | undefined) ?? [] },
      }

/** Returns a node that runs the step `echo`, unless `change` sets another step. */
export const node = (id: string, change: object = {}) => ({ id, title: id, step: { function: 'echo' }, ...change })
export const value = (one: unknown) => ({ value: one })

type Api = Awaited<ReturnType<typeof testApi>>
interface More {
  behavior?: Behavior
  variables?: object
  given?: Record<string, unknown>
}

/** Returns functions that run nodes as a user's workflow and return the outcomes of the nodes. */
export function nodeRuns(
  workflows: Awaited<ReturnType<typeof testWorkflows>>,
  user: Awaited<ReturnType<Api['signUp']>>,
) {
  return {
    async runs(nodes: object[], more: More = {}) {
      const definition = { version: 1, title: 'Test', nodes, ...(more.variables && { variables: more.variables }) }
      const job = await startsExecution(user, workflows.stepId, {
        definition,
        ...(more.given && { variables: more.given }),
      })
      const ran = await workflows.works(user, job, more.behavior ?? echo)
      const { properties } = await user.read<SirenDocument<JobProperties>>(job)
      return { job, ran, state: properties.State, error: properties.ErrorDescription, cause: properties.Cause }
    },

    async statesIn(job: string) {
      const { nodes } = await reportOf(user, job)
      return Object.fromEntries(nodes.map(({ id, state, reason }) => [id, reason ? `${state}: ${reason}` : state]))
    },
  }
}
