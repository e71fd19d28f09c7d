import { useRouter, useRouterState } from '@tanstack/react-router'
import {
  Blocks,
  Compass,
  Database,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Network,
  Settings,
  Shield,
  Upload,
  Workflow,
} from 'lucide-react'
import { isAdmin, useSession } from '#lib/session.ts'
import * as texts from './texts.ts'

/** A link of the sidebar or of the bar of a phone. */
export interface NavItem {
  to: string
  label: string
  /** Where its group is not shown. */
  fullLabel?: string
  icon: LucideIcon
  group?: 'Data' | 'Workflows'
  /** The start of other addresses that belong to it. */
  also?: string
  /** At the foot of the sidebar. */
  foot?: true
  /** For administrators only. */
  admin?: true
  /** Second stroke after g. */
  key: string
}

const ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: texts.dashboard, icon: LayoutDashboard, key: 'd' },
  { to: '/jobs', label: texts.jobs, icon: ListChecks, key: 'j' },
  { to: '/processing-steps', label: texts.processingSteps, icon: Blocks, key: 'p' },
  { to: '/workdata/explorer', label: texts.workData, icon: Database, group: texts.data, also: '/groups/', key: 'w' },
  { to: '/workdata/upload', label: texts.upload, icon: Upload, group: texts.data, key: 'u' },
  {
    to: '/workflows/explorer',
    label: texts.explorer,
    fullLabel: texts.workflowExplorer,
    icon: Compass,
    group: texts.workflows,
    key: 'e',
  },
  {
    to: '/workflows/configurator',
    label: texts.configurator,
    fullLabel: texts.workflowConfigurator,
    icon: Workflow,
    group: texts.workflows,
    key: 'c',
  },
  { to: '/workflows/executions', label: texts.executions, icon: Network, group: texts.workflows, key: 'x' },
  { to: '/settings', label: texts.settings, icon: Settings, foot: true, key: 's' },
  { to: '/admin', label: texts.admin, icon: Shield, foot: true, admin: true, key: 'a' },
]

/** Places in the bar of a phone; the others are in More. */
export const BOTTOM_BAR_ITEMS: readonly string[] = ['/dashboard', '/jobs', '/workdata/explorer']

/** Whether the page belongs to a place, although its address does not start with that of the place. */
export function useIsAlsoAt({ also }: NavItem): boolean {
  return useRouterState({ select: ({ location }) => also !== undefined && location.pathname.startsWith(also) })
}

/** The places of the app that exist: an entry without its route is absent, not disabled. */
export function useNavItems(): readonly NavItem[] {
  const { routesByPath } = useRouter()
  const admin = isAdmin(useSession())
  return ITEMS.filter((item) => (item.to in routesByPath || `${item.to}/` in routesByPath) && (admin || !item.admin))
}
