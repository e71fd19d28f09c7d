import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { PanelLeft, Plus } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Deferred } from '#components/ui/deferred.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { formatTotal } from '#lib/format.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { AccountMenu } from './account-menu.tsx'
import { ContextSwitcher } from './context-switcher.tsx'
import { type NavItem, useIsAlsoAt, useNavItems } from './nav-items.ts'
import { useJobCounts } from './shell.queries.ts'
import { StorageMeter } from './storage-meter.tsx'
import * as texts from './texts.ts'

interface SidebarProps {
  folded: boolean
  onToggle: () => void
}

/** The main navigation. Shows only icons if the user has collapsed it, and always between 640 and 1023 px. */
export function Sidebar(props: SidebarProps) {
  return (
    <aside
      aria-label={texts.main}
      data-storage={props.folded ? undefined : true}
      className={clsx(
        'flex flex-none flex-col gap-0.5 border-r border-line bg-canvas p-2 phone:hidden',
        props.folded ? 'w-[52px]' : 'w-56 max-lg:w-[52px]',
      )}
    >
      <Deferred>
        <SidebarContent {...props} />
      </Deferred>
    </aside>
  )
}

function SidebarContent({ folded, onToggle }: SidebarProps) {
  const all = useNavItems()
  const items = all.filter(({ foot }) => !foot)
  const atFoot = all.filter(({ foot }) => foot)
  const startJob = useStartJob()
  const word = folded ? 'sr-only' : 'max-lg:sr-only'
  return (
    <>
      <div className="mb-2 flex h-8 items-center gap-2 pl-1.5">
        <Link
          to="/dashboard"
          className="flex flex-1 items-center gap-2 rounded-md font-semibold tracking-tight"
          aria-label={texts.millraceDashboard}
        >
          <Logo />
          <span className={word}>{texts.millrace}</span>
        </Link>
        {folded ? null : <FoldButton folded={folded} onToggle={onToggle} />}
      </div>
      {folded ? <FoldButton folded={folded} onToggle={onToggle} /> : null}
      <ContextSwitcher word={word} folded={folded} />
      <Button
        onClick={() => startJob()}
        className={clsx('mb-2.5 justify-start!', folded ? 'px-2.5!' : 'max-lg:px-2.5!')}
        icon={<Plus className="text-accent!" />}
      >
        <span className={word}>{texts.startAJob}</span>
        <Kbd className={clsx('ml-auto', folded ? 'hidden!' : 'max-lg:hidden!')}>N</Kbd>
      </Button>
      <nav className="flex flex-col gap-0.5" aria-label={texts.places}>
        {items.map((item, at) => (
          <Fragment key={item.to}>
            {item.group && item.group !== items[at - 1]?.group ? (
              <div
                className={clsx(
                  'overflow-hidden px-2 pt-3 pb-0.5 text-xs text-ink-3',
                  folded ? 'invisible' : 'max-lg:invisible',
                )}
              >
                {item.group}
              </div>
            ) : null}
            <NavLink item={item} word={word} />
          </Fragment>
        ))}
      </nav>
      <div className="flex-1" />
      {atFoot.length > 0 ? (
        <nav className="flex flex-col gap-0.5" aria-label={texts.settings}>
          {atFoot.map((item) => (
            <NavLink key={item.to} item={item} word={word} />
          ))}
        </nav>
      ) : null}
      <div className={folded ? 'hidden' : 'max-lg:hidden'}>
        <StorageMeter />
      </div>
      <AccountMenu word={word} />
    </>
  )
}

function FoldButton({ folded, onToggle }: SidebarProps) {
  return (
    <Button
      variant="quiet"
      size="sm"
      square
      onClick={onToggle}
      aria-label={folded ? texts.expandSidebar : texts.collapseSidebar}
      title={folded ? texts.expandSidebarTooltip : texts.collapseSidebarTooltip}
      className="mx-auto text-ink-3! max-lg:hidden!"
      icon={<PanelLeft className="icon-sm" />}
    />
  )
}

function NavLink({ item, word }: { item: NavItem; word: string }) {
  const Icon = item.icon
  const isWithin = useIsAlsoAt(item)
  return (
    <Link
      to={item.to}
      activeOptions={{ exact: item.to === '/dashboard', includeSearch: false }}
      title={item.label}
      {...(isWithin ? { 'aria-current': 'page' } : {})}
      className={clsx(
        'flex h-[30px] items-center gap-[9px] rounded-md px-2 text-ink-2 hover:bg-hover touch:h-11',
        'aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink',
        '[&>svg]:text-ink-3 aria-[current=page]:[&>svg]:text-accent',
      )}
    >
      <Icon aria-hidden="true" />
      <span className={word}>{item.label}</span>
      {item.to === '/jobs' ? <InProgressCount className={word} /> : null}
    </Link>
  )
}

function InProgressCount({ className }: { className: string }) {
  const counts = useJobCounts()
  const running = counts?.byState.Processing ?? 0
  const count = running + (counts?.byState.Pending ?? 0)
  if (count === 0) return null
  return (
    <span className={clsx('ml-auto inline-flex items-center gap-[5px] text-xs font-medium text-accent', className)}>
      <Spinner turning={running > 0} className="icon-sm" />
      {formatTotal(count, counts?.isPartial)}
      <span className="sr-only">{texts.inProgress}</span>
    </span>
  )
}
