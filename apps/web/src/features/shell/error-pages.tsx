import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, Clock, Search } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { ResourceKind } from '#components/pending/head-pending.tsx'
import { ListPending } from '#components/pending/list-pending.tsx'
import { ResourcePending } from '#components/pending/resource-pending.tsx'
import { KeysPending, SettingsPending } from '#components/pending/settings-pending.tsx'
import { SweepPending } from '#components/pending/sweep-pending.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { ErrorDetails } from '#components/ui/error-view.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { keyCaps } from '#lib/keys.ts'
import { type Crumb, skeletonShown, usePage } from '#lib/page.ts'
import { paletteOpen, typedAhead } from '#lib/palette.ts'
import { recentPages, useRecentPagesOwner } from '#lib/recent-pages.ts'
import { useSession } from '#lib/session.ts'
import { DryRace } from './dry-race.tsx'
import { isResource, searchTermIn } from './search-term.ts'
import * as texts from './texts.ts'
import { useKnownAsFailed } from './use-known-as-failed.ts'

/** Placeholder that the router renders for any page that has been loading for a second. */
export function AnyPagePending() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const place = PLACES.find(({ within }) => path.startsWith(within))
  const isFailed = useKnownAsFailed(path)
  const crumbs = place ? [{ label: place.list, to: place.to }, { label: place.one }] : []
  if (path === '/settings/keys') return <Pending crumbs={crumbs} shape={<KeysPending />} />
  if (path.startsWith('/settings/')) return <Pending crumbs={crumbs} shape={<SettingsPending />} />
  if (path.startsWith('/jobs/sweeps/')) return <Pending crumbs={crumbs} shape={<SweepPending />} />
  if (!isResource(path)) return <Pending crumbs={crumbs} shape={<ListPending />} />
  return <Pending crumbs={crumbs} shape={<ResourcePending of={place?.of ?? 'job'} isFailed={isFailed} />} />
}

/** Paths of pages with a parent in the breadcrumb. `one` is the label until the name of the resource is loaded. */
const PLACES: { within: string; to: string; list: string; one: string; of?: ResourceKind }[] = [
  { within: '/jobs/sweeps/', to: '/jobs', list: texts.jobs, one: texts.sweep },
  { within: '/jobs/', to: '/jobs', list: texts.jobs, one: texts.job, of: 'job' },
  {
    within: '/workflows/',
    to: '/workflows/executions',
    list: texts.executions,
    one: texts.execution,
    of: 'execution',
  },
  { within: '/workdata/', to: '/workdata/explorer', list: texts.workData, one: texts.file, of: 'file' },
  {
    within: '/processing-steps/',
    to: '/processing-steps',
    list: texts.processingSteps,
    one: texts.step,
    of: 'step',
  },
  { within: '/settings/account', to: '/settings', list: texts.settings, one: texts.accountPage },
  { within: '/settings/activity', to: '/settings', list: texts.settings, one: texts.activity },
  { within: '/settings/keys', to: '/settings', list: texts.settings, one: texts.apiKeys },
  { within: '/settings/organization', to: '/settings', list: texts.settings, one: texts.organization },
]

function Pending({ crumbs, shape }: { crumbs: readonly Crumb[]; shape: ReactNode }) {
  usePage(crumbs)
  useEffect(() => {
    skeletonShown.set(true)
    return () => skeletonShown.set(false)
  }, [])
  return shape
}

/** The 404 page. Signed-in users can search for what they were looking for. */
export function NotFound() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const session = useSession()
  usePage([{ label: texts.notFound }])
  return (
    <Centered>
      <h1 className="text-2xl leading-9 font-semibold text-balance">{texts.oopsSomethingWentWrong}</h1>
      <p className="mt-1.5 mb-5 text-md text-ink-2 wrap-anywhere">
        No page exists at <code className="mono-sm rounded-sm bg-sunken px-1.5 py-0.5 text-ink">{path}</code>
      </p>
      <BackToDashboard />
      {session ? <FindIt path={path} /> : null}
    </Centered>
  )
}

const RECENT_MAX = 3

function FindIt({ path }: { path: string }) {
  const owner = useRecentPagesOwner()
  const recent = owner ? recentPages(owner).slice(0, RECENT_MAX) : []
  function find() {
    typedAhead.set(searchTermIn(path))
    paletteOpen.set(true)
  }
  return (
    <div className="mt-8 w-full max-w-110 text-left">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={find}
        className="flex h-10 w-full items-center gap-2.5 rounded-md border border-control bg-surface px-3 text-ink-3 hover:border-ink-3 hover:text-ink touch:h-11"
      >
        <Search />
        <span className="min-w-0 flex-1 truncate text-left">{texts.findWhatYouWereLookingFor}</span>
        <span aria-hidden="true" className="flex">
          <Kbd>{keyCaps('mod+k')}</Kbd>
        </span>
      </button>
      {recent.length === 0 ? null : (
        <ul aria-label={texts.recentPages} className="divide-y divide-line">
          {recent.map(({ href, label, of }) => (
            <li key={href}>
              <Link to={href} className="flex h-10 items-center gap-2.5 px-3 hover:bg-hover touch:h-11">
                <Clock className="text-ink-3" />
                <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                  {label}
                </span>
                <span className="flex-none text-xs text-ink-3">{of}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shown in place of a page that threw an error. */
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
    <ButtonLink to="/dashboard" variant="primary" size="lg" icon={<ArrowLeft />}>
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
