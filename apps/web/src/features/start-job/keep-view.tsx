import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListPlus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { startSearch } from '#lib/start-search.ts'
import { toast } from '#lib/toast.ts'
import { type KeptView, parametersOfView } from './kept-view.ts'
import * as texts from './texts.ts'

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
    if (view.find) toast.message(texts.searchIsNotPart, { description: texts.filtersArePart })
    const start = startSearch({ data: [fileHref], step: stepHref })
    void navigate({ to: '.', search: (before: object) => ({ ...before, start }), resetScroll: false } as never)
  }

  return (
    <Button
      size="sm"
      icon={<ListPlus aria-hidden="true" />}
      title={texts.keepViewHelp}
      onClick={() => void open(selfHref(step)).catch((error: unknown) => toast.error(String(error)))}
    >
      {texts.keepThisViewAsAJob}
    </Button>
  )
}
