import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { type StepDocument, useStepAction } from '../processing-steps.queries.ts'

interface StepTagsDialogProps {
  step: StepDocument
  action: SirenAction
  onClose: () => void
}

/** The tags of a step; they group the list. */
export function StepTagsDialog({ step, action, onClose }: StepTagsDialogProps) {
  const { mutate, isPending } = useStepAction()
  const [tags, setTags] = useState<readonly string[]>(step.properties.Tags)

  function save() {
    mutate({ action, body: { Tags: tags } }, { onSuccess: () => [toast.success('Tags changed'), onClose()] })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit tags"
      actions={
        <>
          <Button onClick={onClose}>Leave as they are</Button>
          <Button variant="primary" working={isPending} onClick={save}>
            Save tags
          </Button>
        </>
      }
    >
      <Field label="Tags" help="They group the list of steps. Enter or a comma adds one.">
        {(control) => <ChipField autoFocus control={control} values={tags} onChange={setTags} placeholder="clean" />}
      </Field>
    </Dialog>
  )
}
