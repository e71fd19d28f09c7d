import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

export function SweepLoadError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePage([{ label: texts.jobs, to: '/jobs' }, { label: texts.sweep }])
  return (
    <PageError
      level={1}
      title={texts.theSweepCouldNotBeLoaded}
      error={error as Error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    >
      <ButtonLink to="/jobs">{texts.backToJobs}</ButtonLink>
    </PageError>
  )
}
