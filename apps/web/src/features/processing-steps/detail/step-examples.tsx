import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { actionOf, runAction } from '#lib/siren.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import * as texts from './texts.ts'

/** Lists the examples of a step. Each can be run immediately, because it includes sample data. */
export function StepExamples({ step }: { step: StepDocument }) {
  const action = actionOf(step, 'RunExample')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const once = useIdempotent()
  const run = useMutation({
    mutationFn: async (Example: number) =>
      action &&
      once({ href: action.href, Example }, (idempotencyKey) => runAction(action, { Example }, { idempotencyKey })),
    onSuccess: (job) => {
      if (job) void navigate({ to: '/jobs/$details', params: { details: encodeLink(job) } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  })
  const { Examples } = step.properties
  if (!action || Examples.length === 0) return null
  return (
    <section aria-label={texts.examples}>
      <h2 className="font-semibold">{texts.examples}</h2>
      <p className="pb-2 text-ink-2">{texts.examplesHelp}</p>
      <ul>
        {Examples.map(({ Title, Description }, at) => (
          <li key={Title} className="flex items-center gap-4 border-t border-line py-2">
            <span className="min-w-0 flex-1">
              <span className="block">{Title}</span>
              {Description ? <span className="block text-ink-2">{Description}</span> : null}
            </span>
            <Button
              size="sm"
              icon={<Play />}
              aria-label={fill(texts.runTheExample, Title)}
              disabled={run.isPending}
              working={run.isPending && run.variables === at}
              onClick={() => run.mutate(at)}
            >
              {texts.run}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
