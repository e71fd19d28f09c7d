import type { ErrorComponentProps } from '@tanstack/react-router'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

const BACK = <ButtonLink to="/processing-steps">{texts.backToProcessingSteps}</ButtonLink>

/** Shown if the step doesn't exist or the user can't see it. */
export function StepNotFound() {
  usePage([{ label: texts.processingSteps, to: '/processing-steps' }, { label: texts.notFound }])
  return (
    <EmptyState level={1} title={texts.stepNotFound} action={BACK}>
      {texts.itWasDeleted}
    </EmptyState>
  )
}

export function StepLoadError({ error, reset }: ErrorComponentProps) {
  usePage([{ label: texts.processingSteps, to: '/processing-steps' }, { label: texts.step }])
  return (
    <PageError level={1} title={texts.theStepCouldNotBeLoaded} error={error as Error} onRetry={reset}>
      {BACK}
    </PageError>
  )
}
