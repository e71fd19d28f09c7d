import { Link, useMatchRoute } from '@tanstack/react-router'
import { ChevronLeft, CircleQuestionMark, Search, Shield, X } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Deferred } from '#components/ui/deferred.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { useActiveContext } from '#features/organizations/organizations.queries.ts'
import { useAdminMode } from '#lib/admin-mode.ts'
import { keyCaps } from '#lib/keys.ts'
import { crumbs, pageOwner } from '#lib/page.ts'
import { paletteOpen } from '#lib/palette.ts'
import { useValue } from '#lib/value.ts'
import * as texts from './texts.ts'
import { TransfersButton } from './transfers-button.tsx'

/** Header of every page: breadcrumb, search, admin mode, uploads and keyboard shortcuts. */
export function Header({ onHelp }: { onHelp: () => void }) {
  const [allUsers] = useAdminMode()
  return (
    <header
      data-admin-mode={allUsers || undefined}
      className="flex h-12 flex-none items-center gap-1 border-b border-line pr-4 pl-6 phone:h-14 phone:pr-2 phone:pl-4 data-admin-mode:shadow-[inset_0_2px_var(--warning)]"
    >
      <Deferred>
        <Breadcrumb />
        <FindButton />
        <AdminModeChip />
        <TransfersButton />
        <span className="contents touch:hidden">
          <Button
            variant="quiet"
            square
            aria-label={texts.keys}
            title={texts.keyboardShortcutsTooltip}
            onClick={onHelp}
            icon={<CircleQuestionMark />}
          />
        </span>
      </Deferred>
    </header>
  )
}

function AdminModeChip() {
  const [allUsers, setAllUsers] = useAdminMode()
  if (!allUsers) return null
  return (
    <span
      role="status"
      className="mr-2 flex h-8 flex-none items-center gap-2 rounded-md border border-warning bg-warning-soft pl-2.5 text-ink touch:h-11"
    >
      <Shield className="icon-sm text-warning" />
      <span>
        <b className="font-semibold">{texts.adminMode}</b>
        <span className="max-lg:sr-only">{texts.allUsersData}</span>
      </span>
      <button
        type="button"
        aria-label={texts.turnAdminModeOff}
        onClick={() => setAllUsers(false)}
        className="grid h-full w-8 place-items-center rounded-r-md text-ink-2 hover:text-ink touch:w-11"
      >
        <X className="icon-sm" />
      </button>
    </span>
  )
}

function FindButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => paletteOpen.set(true)}
      className="flex h-8 w-8 flex-none items-center gap-2 rounded-md text-ink-3 hover:bg-hover hover:text-ink max-xl:justify-center touch:size-11 xl:mr-2 xl:w-72 xl:border xl:border-line xl:bg-sunken xl:px-2.5"
    >
      <Search />
      <span className="flex-1 text-left max-xl:sr-only">{texts.searchOrRunACommand}</span>
      <span aria-hidden="true" className="flex max-xl:hidden">
        <Kbd>{keyCaps('mod+k')}</Kbd>
      </span>
    </button>
  )
}

function Breadcrumb() {
  const path = useValue(crumbs)
  const context = useActiveContext()
  const owner = useValue(pageOwner)
  const onDashboard = useMatchRoute()({ to: '/dashboard' }) !== false
  // Admin pages don't belong to a context.
  const home = path[0]?.to === '/admin' ? undefined : (owner ?? context?.name)
  const last = path.at(-1)
  const parent = path.slice(0, -1).findLast(({ to }) => to)?.to
  return (
    <>
      <span className="sm:hidden">
        {parent ? (
          <Link to={parent} aria-label={texts.back} className="-ml-3 grid size-11 place-items-center rounded-md">
            <ChevronLeft />
          </Link>
        ) : (
          <Logo size={26} />
        )}
      </span>
      <nav aria-label={texts.breadcrumb} className="mr-3 flex min-w-0 flex-1 items-center gap-2 text-ink-2 phone:ml-2">
        {home === undefined ? null : <span className="max-w-48 flex-none truncate phone:hidden">{home}</span>}
        {path.slice(0, -1).map((crumb, at) => (
          <Fragment key={crumb.label}>
            {home === undefined && at === 0 ? null : <Slash />}
            {crumb.to ? (
              <Link to={crumb.to} className="flex-none rounded-sm hover:text-ink phone:hidden">
                {crumb.label}
              </Link>
            ) : (
              <span className="max-w-48 flex-none truncate phone:hidden">{crumb.label}</span>
            )}
          </Fragment>
        ))}
        {last && (home !== undefined || path.length > 1) ? <Slash /> : null}
        <b
          dir="auto"
          className="min-w-0 truncate pr-0.5 text-left font-medium text-ink phone:text-lg phone:font-semibold"
          aria-current="page"
        >
          {onDashboard ? (
            <>
              <span className="phone:hidden">{last?.label}</span>
              <span className="sm:hidden">{home}</span>
            </>
          ) : (
            last?.label
          )}
        </b>
      </nav>
    </>
  )
}

function Slash() {
  return (
    <span aria-hidden="true" className="text-ink-3 phone:hidden">
      /
    </span>
  )
}
