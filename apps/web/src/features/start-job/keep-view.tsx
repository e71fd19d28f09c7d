import { ListPlus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#lib/toast.ts'
import { type KeptView, parametersOfView } from './kept-view.ts'
import * as texts from './texts.ts'
import { useStartWith } from './use-start-with.ts'

interface KeepViewProps {
  fileHref: string
  view: KeptView & { find: string }
}

/** Opens the start panel with the step that repeats what a table shows. Absent if there is no such step. */
export function KeepView({ fileHref, view }: KeepViewProps) {
  const start = useStartWith('filter_rows', fileHref)
  if (!start) return null
  return (
    <Button
      size="sm"
      icon={<ListPlus aria-hidden="true" />}
      title={texts.keepViewHelp}
      onClick={() => {
        if (view.find) toast.message(texts.searchIsNotPart, { description: texts.filtersArePart })
        start(parametersOfView(view))
      }}
    >
      {texts.keepThisViewAsAJob}
    </Button>
  )
}
