import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ErrorView } from '#components/ui/error-view.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

/** The jobs of the sweep could not be loaded. */
export function SweepFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePage([{ label: texts.jobs, to: '/jobs' }, { label: texts.sweep }])
  return (
    <>
      <PageHead once title={texts.sweep} />
      <ErrorView
        title={texts.theSweepCouldNotBeLoaded}
        error={error as Error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </>
  )
}
