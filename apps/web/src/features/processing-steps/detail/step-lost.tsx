import type { ErrorComponentProps } from '@tanstack/react-router'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

/** The step was deleted, or belongs to another user. */
export function StepMissing() {
  usePage([{ label: texts.processingSteps, to: '/processing-steps' }, { label: texts.notFound }])
  return (
    <EmptyState
      level={1}
      title={texts.stepNotFound}
      action={<ButtonLink to="/processing-steps">{texts.backToProcessingSteps}</ButtonLink>}
    >
      {texts.itWasDeleted}
    </EmptyState>
  )
}

/** The step could not be loaded. */
export function StepFailed({ error, reset }: ErrorComponentProps) {
  usePage([{ label: texts.processingSteps, to: '/processing-steps' }, { label: texts.step }])
  return (
    <>
      <PageHead once title={texts.step} />
      <ErrorView title={texts.theStepCouldNotBeLoaded} error={error as Error} onRetry={reset} />
    </>
  )
}
