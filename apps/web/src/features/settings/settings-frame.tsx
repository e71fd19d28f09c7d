import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '#components/ui/page-head.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import * as texts from './texts.ts'

const TABS = [
  { value: '/settings/account', label: texts.account },
  { value: '/settings/activity', label: texts.activity },
  { value: '/settings/keys', label: texts.apiKeys },
  { value: '/settings/organization', label: texts.organization },
] as const

/** The title and tabs of all settings pages. Tabs whose pages don't exist are left out. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { routesByPath } = useRouter()
  const navigate = useNavigate()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const tabs = TABS.filter(({ value }) => value in routesByPath)
  const shown = tabs.find(({ value }) => pathname.startsWith(value)) ?? tabs[0]
  return (
    <>
      <PageHead title={shown?.label ?? texts.settings} once />
      {shown ? (
        <Tabs value={shown.value} onChange={(to) => void navigate({ to: to as string })} tabs={tabs} className="flex-1">
          {children}
        </Tabs>
      ) : null}
    </>
  )
}
