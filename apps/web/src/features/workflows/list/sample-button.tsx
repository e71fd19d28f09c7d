import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { SAMPLE_WORKFLOW } from '../sample-workflow.ts'
import { createWorkflow } from '../save-workflow.ts'
import * as texts from './texts.ts'

/** Creates the sample workflow and opens it. */
export function SampleButton() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => createWorkflow(queryClient, SAMPLE_WORKFLOW, ['sample']),
    onSuccess: (made) =>
      void navigate({ to: '/workflows/configurator', search: { workflowLink: encodeLink(selfHref(made)) } }),
  })
  return (
    <Button working={isPending} onClick={() => mutate()}>
      {texts.startFromTheSample}
    </Button>
  )
}
