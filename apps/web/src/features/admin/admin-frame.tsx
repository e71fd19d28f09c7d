import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'
import { PageHead } from '#components/ui/page-head.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { formatCount, plural } from '#lib/format.ts'
import { useNarrow, usePhone } from '#lib/use-media.ts'
import * as texts from './texts.ts'
import { ADMIN_TEXTS } from './texts.ts'

const TABS = [
  { value: '/admin/users', label: texts.users },
  { value: '/admin/organizations', label: texts.organizations },
  { value: '/admin/grants', label: texts.grants },
  { value: '/admin/system', label: texts.system },
  { value: '/admin/activity', label: texts.activity },
] as const

interface Places {
  facts: HTMLElement | null
  actions: HTMLElement | null
}

const HeadPlaces = createContext<Places>({ facts: null, actions: null })

/** The title and tabs of the administration pages. Tabs whose pages don't exist are left out. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { routesByPath } = useRouter()
  const navigate = useNavigate()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [facts, setFacts] = useState<HTMLElement | null>(null)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const tabs = TABS.filter(({ value }) => value in routesByPath)
  const shown = tabs.find(({ value }) => pathname.startsWith(value)) ?? TABS[0]
  const isPhone = usePhone()
  const isNarrow = useNarrow()
  const factsPlace = <span ref={setFacts} className="contents" />
  const actionsPlace = <span ref={setActions} className="contents" />
  return (
    <>
      <PageHead title={shown.label} once {...(isPhone ? {} : { facts: factsPlace, actions: actionsPlace })} />
      <Tabs
        value={shown.value}
        onChange={(to) => void navigate({ to: to as string })}
        tabs={tabs}
        tools={shown === TABS[0] && !isNarrow ? <AdminModeSwitch /> : null}
        className="relative flex-1"
      >
        {isPhone ? (
          <div className="flex items-center justify-between px-4 pt-3 text-ink-3 not-has-[:not(.contents)]:hidden">
            {factsPlace}
            {actionsPlace}
          </div>
        ) : null}
        {shown === TABS[0] && isNarrow ? (
          <div className="px-6 pt-3 phone:px-4">
            <AdminModeSwitch />
          </div>
        ) : null}
        <HeadPlaces value={{ facts, actions }}>{children}</HeadPlaces>
      </Tabs>
    </>
  )
}

function AdminModeSwitch() {
  const [allUsers, setAllUsers] = useAdminMode()
  return (
    <span className="lg:mr-2">
      <Switch checked={allUsers} onChange={({ target }) => setAllUsers(target.checked)}>
        {ADMIN_TEXTS.adminMode}
      </Switch>
    </span>
  )
}

/** The number of items, unless it is 0. A phone shows no title beside the number, so the noun is added there. */
export function HeadCount({ count, what }: { count: number; what: string }) {
  if (count === 0) return null
  return (
    <span aria-live="polite">
      <span className="phone:hidden">{formatCount(count)}</span>
      <span className="hidden phone:inline">{plural(count, what)}</span>
    </span>
  )
}

/** Renders facts and buttons of a page in the frame: next to the title or, on phones, below the tabs. */
export function AdminHead({ facts, children }: { facts?: ReactNode; children?: ReactNode }) {
  const places = use(HeadPlaces)
  return (
    <>
      {places.facts ? createPortal(facts, places.facts) : null}
      {places.actions ? createPortal(children, places.actions) : null}
    </>
  )
}
