import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { ensureRoot } from '#lib/entry-point.ts'
import { encodeLink } from '#lib/link-code.ts'
import { runNamed, selfHref } from '#lib/siren.ts'
import { sampleWorkflow } from '../sample-workflow.ts'
import { createWorkflow } from '../save-workflow.ts'
import * as texts from './texts.ts'

/** Adds the sample data, creates the sample workflow on it, and opens it. */
export function SampleButton() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const readings = await runNamed(await ensureRoot(queryClient, 'JobsRoot'), 'AddSampleData')
      return createWorkflow(queryClient, sampleWorkflow(readings ?? ''), ['sample'])
    },
    onSuccess: (made) =>
      void navigate({ to: '/workflows/configurator', search: { workflowLink: encodeLink(selfHref(made)) } }),
  })
  return (
    <Button working={isPending} onClick={() => mutate()}>
      {texts.useTheSample}
    </Button>
  )
}
