import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { type StepDocument, useStepAction } from '../processing-steps.queries.ts'

interface StepTitleDialogProps {
  step: StepDocument
  action: SirenAction
  onClose: () => void
}

/** Another title for a step; its function name stays. */
export function StepTitleDialog({ step, action, onClose }: StepTitleDialogProps) {
  const { mutate, isPending } = useStepAction()
  const [title, setTitle] = useState(step.properties.Title)
  const wanted = title.trim()
  const unchanged = wanted === '' || wanted === step.properties.Title

  function save() {
    if (unchanged) return
    mutate({ action, body: { Title: wanted } }, { onSuccess: () => [toast.success('Title changed'), onClose()] })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit title"
      actions={
        <>
          <Button onClick={onClose}>Keep title</Button>
          <Button variant="primary" working={isPending} disabled={unchanged} onClick={save}>
            Save title
          </Button>
        </>
      }
    >
      <Field label="Title">
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        )}
      </Field>
    </Dialog>
  )
}
