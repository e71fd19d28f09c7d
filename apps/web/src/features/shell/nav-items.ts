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

/** A link in the sidebar or in the navigation on phones. */
export interface NavItem {
  to: string
  label: string
  /** Label in places that don't show the group. */
  fullLabel?: string
  icon: LucideIcon
  group?: 'Data' | 'Workflows'
  /** Path prefix of further pages that belong to this item. */
  also?: string
  /** Listed at the foot of the sidebar. */
  foot?: true
  admin?: true
  /** Key that opens the page when pressed after `g`. */
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

/** Paths of the items in the bottom bar. All others are in the More menu. */
export const BOTTOM_BAR_ITEMS: readonly string[] = ['/dashboard', '/jobs', '/workdata/explorer']

/** Returns whether the current page belongs to an item by the `also` prefix. */
export function useIsAlsoAt({ also }: NavItem): boolean {
  return useRouterState({ select: ({ location }) => also !== undefined && location.pathname.startsWith(also) })
}

/** Returns the items that have a route. Items for administrators are returned only if the user is one. */
export function useNavItems(): readonly NavItem[] {
  const { routesByPath } = useRouter()
  const admin = isAdmin(useSession())
  return ITEMS.filter((item) => (item.to in routesByPath || `${item.to}/` in routesByPath) && (admin || !item.admin))
}
