import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Parameters } from '#components/schema-form/defaults.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { startSearch } from '#lib/start-search.ts'
import { newestSteps } from '#lib/step-versions.ts'
import { toast } from '#lib/toast.ts'

/**
 * Returns a function that opens the start panel with a step, a file and, if given, parameters. Undefined if the step
 * isn't registered.
 */
export function useStartWith(functionName: string, fileHref: string): ((value?: Parameters) => void) | undefined {
  const navigate = useNavigate()
  const { data: steps } = useQuery(processingStepQueries.lookup())
  const step = newestSteps(steps ?? []).find(({ properties }) => properties.FunctionName === functionName)
  if (!step) return undefined

  async function open(stepHref: string, value: Parameters | undefined) {
    // Imported from the module of the panel, so that the storage code is loaded with the panel and not with every page.
    const { storeParameters, newJobKey } = await import('./start-sheet.tsx')
    if (value) storeParameters(newJobKey(stepHref), { value, from: 'table' })
    const start = startSearch({ data: [fileHref], step: stepHref })
    void navigate({ to: '.', search: (before: object) => ({ ...before, start }), resetScroll: false } as never)
  }

  return (value) => void open(selfHref(step), value).catch((error: unknown) => toast.error(String(error)))
}
