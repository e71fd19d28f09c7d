import { Link, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Menu as MenuIcon, Plus } from 'lucide-react'
import { type ComponentProps, type ComponentType, lazy } from 'react'
import { useStartJob } from '#lib/use-start-job.ts'
import { BOTTOM_BAR_ITEMS, type NavItem, useIsAlsoAt, useNavItems } from './nav-items.ts'
import { OnDemand } from './on-demand.tsx'
import * as texts from './texts.ts'

const MorePopup = lazy(() => import('./more-popup.tsx').then((module) => ({ default: module.MorePopup })))

const TAB =
  'grid flex-1 justify-items-center content-center gap-[3px] rounded-md text-[0.6875rem] leading-[0.875rem] text-ink-2'
const CURRENT = 'aria-[current=page]:font-medium aria-[current=page]:text-accent'
const SHORT: Record<string, string> = { '/workdata/explorer': 'Data' }

/** Navigation bar of phones. */
export function BottomBar() {
  const startJob = useStartJob()
  const items = useNavItems()
  const inBar = BOTTOM_BAR_ITEMS.flatMap((to) => items.find((item) => item.to === to) ?? [])
  const start = (
    <button key="start" type="button" aria-label={texts.startAJob} onClick={() => startJob()} className={TAB}>
      <span className="grid h-7 w-11 place-items-center rounded-lg bg-accent text-on-accent">
        <Plus />
      </span>
    </button>
  )
  const tabs = inBar.map((item) => <BarLink key={item.to} item={item} />)
  return (
    <nav
      aria-label={texts.places}
      className="flex h-[calc(56px+env(safe-area-inset-bottom))] flex-none border-t short:h-10 short:border-t-0 short:border-b border-line bg-surface px-1.5 pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {tabs.slice(0, 2)}
      {start}
      {tabs.slice(2)}
      <OnDemand Opened={MorePopup} renderTrigger={(onClick) => <MoreButton {...(onClick ? { onClick } : {})} />} />
    </nav>
  )
}

/** Upload is in the More menu, but counts as Data. */
function useIsInMore(): boolean {
  const places = useNavItems().filter(({ to }) => !BOTTOM_BAR_ITEMS.includes(to) && !to.startsWith(DATA))
  return useRouterState({ select: ({ location }) => places.some(({ to }) => location.pathname.startsWith(to)) })
}

/** Path prefix of the explorer and of Upload. The Data item is highlighted on both. */
const DATA = '/workdata/'

function BarLink({ item }: { item: NavItem }) {
  const isWithin = useRouterState({
    select: ({ location }) => item.to.startsWith(DATA) && location.pathname.startsWith(DATA),
  })
  const isAlsoAt = useIsAlsoAt(item)
  return (
    <Link
      to={item.to}
      activeOptions={{ exact: item.to === '/dashboard', includeSearch: false }}
      {...(isWithin || isAlsoAt ? { 'aria-current': 'page' } : {})}
      className={clsx(TAB, CURRENT)}
    >
      <TabIcon icon={item.icon} />
      <span className="short:sr-only">{SHORT[item.to] ?? item.label}</span>
    </Link>
  )
}

function TabIcon({ icon: Icon }: { icon: ComponentType<{ className?: string }> }) {
  return (
    <span className="grid h-6 place-items-center" aria-hidden="true">
      <Icon className="size-5!" />
    </span>
  )
}

function MoreButton(props: ComponentProps<'button'>) {
  const isHere = useIsInMore()
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...props}
      aria-current={isHere ? 'page' : undefined}
      className={clsx(TAB, CURRENT)}
    >
      <TabIcon icon={MenuIcon} />
      <span className="short:sr-only">{texts.more}</span>
    </button>
  )
}
