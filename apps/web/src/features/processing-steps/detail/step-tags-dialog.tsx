import { TagsDialog } from '#components/ui/tags-dialog.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { type StepDocument, useStepAction } from '../processing-steps.queries.ts'
import * as texts from './texts.ts'

interface StepTagsDialogProps {
  step: StepDocument
  action: SirenAction
  onClose: () => void
}

/** Edits the tags of a step, by which the list can be filtered. */
export function StepTagsDialog({ step, action, onClose }: StepTagsDialogProps) {
  const { mutate, isPending } = useStepAction()
  return (
    <TagsDialog
      tags={step.properties.Tags}
      help={texts.tagsHelp}
      placeholder="clean"
      isPending={isPending}
      onSave={(Tags) =>
        mutate({ action, body: { Tags } }, { onSuccess: () => [toast.success(texts.tagsSaved), onClose()] })
      }
      onClose={onClose}
    />
  )
}
