import { TextDialog } from '#components/ui/text-dialog.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { type StepDocument, useStepAction } from '../processing-steps.queries.ts'
import * as texts from './texts.ts'

interface StepTitleDialogProps {
  step: StepDocument
  action: SirenAction
  onClose: () => void
}

/** Edits the title of a step. The function name can't be changed. */
export function StepTitleDialog({ step, action, onClose }: StepTitleDialogProps) {
  const { mutate, isPending } = useStepAction()
  return (
    <TextDialog
      title={texts.editTitle}
      label={texts.title}
      value={step.properties.Title}
      maxLength={200}
      keep={texts.cancel}
      save={texts.saveTitle}
      isPending={isPending}
      onSave={(Title) =>
        mutate({ action, body: { Title } }, { onSuccess: () => [toast.success(texts.titleSaved), onClose()] })
      }
      onClose={onClose}
    />
  )
}
