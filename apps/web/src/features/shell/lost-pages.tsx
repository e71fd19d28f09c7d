import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, Search } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { ErrorDetails } from '#components/ui/error-view.tsx'
import { ListPending, PagePending, SettingsPending, SweepPending } from '#components/ui/page-pending.tsx'
import { type Crumb, skeletonShown, usePage } from '#lib/page.ts'
import { paletteOpen } from '#lib/palette.ts'
import { useSession } from '#lib/session.ts'
import { DryRace } from './dry-race.tsx'
import * as texts from './texts.ts'

/** The link codes of resources are long. */
const RESOURCE = /\/[\w-]{24,}$/

/** The router shows it in place of a page that is on its way for a second. */
export function AnyPagePending() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const place = PLACES.find(({ within }) => path.startsWith(within))
  const crumbs = place ? [{ label: place.list, to: place.to }, { label: place.one }] : []
  if (path.startsWith('/settings/')) return <Pending crumbs={crumbs} shape={<SettingsPending />} />
  if (path.startsWith('/jobs/sweeps/')) return <Pending crumbs={crumbs} shape={<SweepPending />} />
  if (!RESOURCE.test(path)) return <Pending crumbs={crumbs} shape={<ListPending />} />
  const shape = <PagePending hasTile={!/^\/(jobs|workflows)\//.test(path)} hasGraph={path.startsWith('/workflows/')} />
  return <Pending crumbs={crumbs} shape={shape} />
}

/** Where the pages of single resources are, as the header names them until their own names are known. */
const PLACES = [
  { within: '/jobs/sweeps/', to: '/jobs', list: texts.jobs, one: texts.sweep },
  { within: '/jobs/', to: '/jobs', list: texts.jobs, one: texts.job },
  { within: '/workflows/', to: '/workflows/executions', list: texts.executions, one: texts.execution },
  { within: '/workdata/', to: '/workdata/explorer', list: texts.workData, one: texts.file },
  { within: '/processing-steps/', to: '/processing-steps', list: texts.processingSteps, one: texts.step },
  { within: '/settings/account', to: '/settings', list: texts.settings, one: texts.accountPage },
  { within: '/settings/activity', to: '/settings', list: texts.settings, one: texts.activity },
  { within: '/settings/keys', to: '/settings', list: texts.settings, one: texts.apiKeys },
  { within: '/settings/organization', to: '/settings', list: texts.settings, one: texts.organization },
] as const

function Pending({ crumbs, shape }: { crumbs: readonly Crumb[]; shape: ReactNode }) {
  usePage(crumbs)
  useEffect(() => {
    skeletonShown.set(true)
    return () => skeletonShown.set(false)
  }, [])
  return shape
}

/** The 404 page of every unknown address. */
export function LostPage() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const session = useSession()
  usePage([{ label: texts.notFound }])
  return (
    <Centered>
      <h1 className="text-2xl leading-9 font-semibold text-balance">{texts.oopsSomethingWentWrong}</h1>
      <p className="mt-1.5 mb-5 text-md text-ink-2 wrap-anywhere">
        No page exists at <code className="mono-sm rounded-sm bg-sunken px-1.5 py-0.5 text-ink">{path}</code>
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <BackToDashboard />
        {session ? (
          <Button size="lg" icon={<Search aria-hidden="true" />} onClick={() => paletteOpen.set(true)}>
            {texts.search}
          </Button>
        ) : null}
      </div>
    </Centered>
  )
}

/** What stands where a page failed. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  usePage([{ label: texts.somethingWentWrong }])
  function tryAgain() {
    reset()
    void router.invalidate()
  }
  return (
    <Centered>
      <h1 className="text-2xl leading-9 font-semibold text-balance">{texts.somethingWentWrong}</h1>
      <p className="mt-1.5 mb-5 text-md text-ink-2">{texts.getBackOnTrack}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <BackToDashboard />
        <Button size="lg" onClick={tryAgain}>
          {texts.tryAgain}
        </Button>
      </div>
      <div className="mt-3 flex max-w-xl flex-wrap justify-center">
        <ErrorDetails error={error instanceof Error ? error : new Error(String(error))} />
      </div>
    </Centered>
  )
}

function BackToDashboard() {
  return (
    <ButtonLink to="/dashboard" variant="primary" size="lg" icon={<ArrowLeft aria-hidden="true" />}>
      {texts.backToDashboard}
    </ButtonLink>
  )
}

function Centered({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex min-h-full flex-1 flex-col justify-center overflow-hidden bg-surface pb-12">
      <div className="contents short:hidden">
        <DryRace />
      </div>
      <div className="grid justify-items-center px-6 pt-9 text-center short:pt-4">{children}</div>
    </div>
  )
}
