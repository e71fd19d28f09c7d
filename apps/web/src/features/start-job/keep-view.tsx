import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListPlus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { startSearch } from '#lib/start-search.ts'
import { toast } from '#lib/toast.ts'
import { type KeptView, parametersOfView } from './kept-view.ts'

interface KeepViewProps {
  fileHref: string
  view: KeptView & { find: string }
}

/** Opens the start panel with the step that repeats what a table shows. Absent if there is no such step. */
export function KeepView({ fileHref, view }: KeepViewProps) {
  const navigate = useNavigate()
  const { data: steps } = useQuery(processingStepQueries.lookup())
  const step = steps?.find(({ properties }) => properties.FunctionName === 'filter_rows')
  if (!step) return null

  async function open(stepHref: string) {
    // The panel brings the storage along, so that it needs no chunk of its own in the first load of every page.
    const { keepParameters, newJobKey } = await import('./start-sheet.tsx')
    keepParameters(newJobKey(stepHref), { value: parametersOfView(view), from: 'table' })
    if (view.find) toast.message('The search isn’t part of the job', { description: 'Filters, order and columns are.' })
    const start = startSearch({ data: [fileHref], step: stepHref })
    void navigate({ to: '.', search: (before: object) => ({ ...before, start }), resetScroll: false } as never)
  }

  return (
    <Button
      size="sm"
      icon={<ListPlus aria-hidden="true" />}
      title="Runs a step with these filters, order and columns, so that the result can be used in other jobs"
      onClick={() => void open(selfHref(step)).catch((error: unknown) => toast.error(String(error)))}
    >
      Keep this view as a job
    </Button>
  )
}
