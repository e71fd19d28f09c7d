import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { call } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { processingStepQueries, type StepDocument } from '../processing-steps.queries.ts'
import * as texts from './texts.ts'

interface StepSourcePanelProps {
  step: StepDocument
  code: (json: string, label: string) => ReactNode
}

/** The manifest with which the step was registered. */
export function StepSourcePanel({ step, code }: StepSourcePanelProps) {
  const href = hrefOf(step, 'Download')
  const { data, error, refetch } = useQuery({
    queryKey: [...processingStepQueries.all, 'detail', selfHref(step), 'manifest', href],
    queryFn: async ({ signal }) => JSON.stringify(await (await call(href ?? '', { signal })).json(), null, 2),
    enabled: href !== undefined,
  })
  if (error) return <ErrorView title={texts.theManifestCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  return (
    <>
      <div className="flex min-h-11 flex-none items-center gap-3 px-6 py-1.5 phone:px-4">
        <span className="text-ink-2">{texts.manifestAsRegistered}</span>
        <a href={href} download className={`ml-auto ${buttonClass({ size: 'sm', variant: 'quiet' })}`}>
          <Download /> {texts.download}
        </a>
      </div>
      {code(data, fill(texts.manifestOf, step.properties.Title))}
    </>
  )
}
