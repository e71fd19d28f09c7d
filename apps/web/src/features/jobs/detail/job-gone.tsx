import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'
import * as texts from './texts.ts'

/** Fetched when a page was not found. This import is repeated, because the bundler would move a shared one to the entry. */
const AskForThisPage = lazy(() =>
  import('#components/access-requests/ask-for-access.tsx').then((module) => ({ default: module.AskForThisPage })),
)

/** A deleted job looks like one that belongs to another user. */
export function JobGone() {
  return <NotFound place={JOBS} action={<Back place={JOBS} />} />
}

/** What a job is called where it is shown, as a job or as an execution. */
export interface JobPlace {
  list: string
  path: '/jobs' | '/workflows/executions'
  back: string
  one: string
  missing: string
  failed: string
}

const JOBS: JobPlace = {
  list: texts.jobs,
  path: '/jobs',
  back: texts.backToJobs,
  one: texts.job,
  missing: texts.jobNotFound,
  failed: texts.theJobCouldNotBeLoaded,
}

function Back({ place }: { place: JobPlace }) {
  return (
    <Link to={place.path} className={buttonClass()}>
      {place.back}
    </Link>
  )
}

function NotFound({ place, action }: { place: JobPlace; action: ReactNode }) {
  usePage([{ label: place.list, to: place.path }, { label: texts.notFound }])
  return (
    <EmptyState level={1} title={place.missing} action={action}>
      {texts.itWasDeleted}
    </EmptyState>
  )
}

/** The same for an address that led to it, with a way to ask the owner. */
export function JobMissing() {
  return <MissingIn place={JOBS} />
}

/**
 * The page for an address that leads to no job or execution the user can see. The user can ask its owner for access.
 */
export function MissingIn({ place }: { place: JobPlace }) {
  const back = <Back place={place} />
  return (
    <NotFound
      place={place}
      action={
        <Suspense fallback={back}>
          <AskForThisPage back={back} />
        </Suspense>
      }
    />
  )
}

/** Any other failure can be tried again. */
export function JobFailed({ error, reset, place = JOBS }: ErrorComponentProps & { place?: JobPlace }) {
  const router = useRouter()
  usePage([{ label: place.list, to: place.path }, { label: place.one }])
  return (
    <PageError
      level={1}
      title={place.failed}
      error={error as Error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    >
      <Back place={place} />
    </PageError>
  )
}
