import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { runAction, type SirenAction } from '#lib/siren.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import * as texts from './texts.ts'

/**
 * Button that runs the execution again with the same versions and opens the new execution, which compares its outputs
 * with the original ones.
 */
export function VerifyButton({ action }: { action: SirenAction }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const once = useIdempotent()
  const verify = useMutation({
    mutationFn: () => once(action.href, (idempotencyKey) => runAction(action, undefined, { idempotencyKey })),
    onSuccess: (job) => {
      if (job) void navigate({ to: '/workflows/executions/$details', params: { details: encodeLink(job) } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  })
  return (
    <Tooltip content={texts.runItAgain}>
      <Button icon={<ShieldCheck />} working={verify.isPending} onClick={() => verify.mutate()}>
        {texts.verify}
      </Button>
    </Tooltip>
  )
}
