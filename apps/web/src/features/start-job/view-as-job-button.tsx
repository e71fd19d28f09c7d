import { ListPlus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'
import { useStartWith } from './use-start-with.ts'
import { parametersOfView, type TableViewSettings } from './view-parameters.ts'

interface ViewAsJobButtonProps {
  fileHref: string
  view: TableViewSettings & { find: string }
}

/**
 * Button that opens the start panel with the step that reproduces a table view. Not shown if the step isn't registered.
 */
export function ViewAsJobButton({ fileHref, view }: ViewAsJobButtonProps) {
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
