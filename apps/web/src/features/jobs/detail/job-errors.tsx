import { type ErrorComponentProps, Link, type NotFoundRouteProps, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

/**
 * Loaded only when a page isn't found. The import is repeated here, because the bundler would move a shared import to
 * the entry chunk.
 */
const AskForThisPage = lazy(() =>
  import('#components/access-requests/ask-for-access.tsx').then((module) => ({ default: module.AskForThisPage })),
)

/** Replaces the page of a job that was deleted while it was shown, or a comparison of jobs that aren't found. */
export function JobDeleted() {
  return <NotFound wording={JOBS} action={<Back wording={JOBS} />} />
}

/** The texts of the pages below, for jobs or for executions, and the path of the list that these pages link back to. */
export interface JobWording {
  list: string
  path: '/jobs' | '/workflows/executions'
  back: string
  one: string
  missing: string
  failed: string
}

const JOBS: JobWording = {
  list: texts.jobs,
  path: '/jobs',
  back: texts.backToJobs,
  one: texts.job,
  missing: texts.jobNotFound,
  failed: texts.theJobCouldNotBeLoaded,
}

function Back({ wording }: { wording: JobWording }) {
  return (
    <Link to={wording.path} className={buttonClass()}>
      {wording.back}
    </Link>
  )
}

function NotFound({ wording, action }: { wording: JobWording; action: ReactNode }) {
  usePage([{ label: wording.list, to: wording.path }, { label: texts.notFound }])
  return (
    <EmptyState level={1} title={wording.missing} action={action}>
      {texts.itWasDeleted}
    </EmptyState>
  )
}

/**
 * The page for a URL that leads to no job or execution that the user can see. The user can ask the owner for access.
 */
export function JobNotFound({ wording = JOBS }: Partial<NotFoundRouteProps> & { wording?: JobWording }) {
  const back = <Back wording={wording} />
  return (
    <NotFound
      wording={wording}
      action={
        <Suspense fallback={back}>
          <AskForThisPage back={back} />
        </Suspense>
      }
    />
  )
}

/** The page for a job that could not be loaded, with a retry button. */
export function JobLoadError({ error, reset, wording = JOBS }: ErrorComponentProps & { wording?: JobWording }) {
  const router = useRouter()
  usePage([{ label: wording.list, to: wording.path }, { label: wording.one }])
  return (
    <PageError
      level={1}
      title={wording.failed}
      error={error as Error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    >
      <Back wording={wording} />
    </PageError>
  )
}
