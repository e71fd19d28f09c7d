import { useRouter } from '@tanstack/react-router'
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

export interface NavItem {
  to: string
  label: string
  icon: LucideIcon
  group?: 'Data' | 'Workflows'
  /** At the foot of the sidebar. */
  foot?: true
  /** For administrators only. */
  admin?: true
  /** Second stroke after g. */
  key: string
}

const ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, key: 'd' },
  { to: '/jobs', label: 'Jobs', icon: ListChecks, key: 'j' },
  { to: '/processing-steps', label: 'Processing steps', icon: Blocks, key: 'p' },
  { to: '/workdata/explorer', label: 'Work data', icon: Database, group: 'Data', key: 'w' },
  { to: '/workdata/upload', label: 'Upload', icon: Upload, group: 'Data', key: 'u' },
  { to: '/workflows/explorer', label: 'Explorer', icon: Compass, group: 'Workflows', key: 'e' },
  { to: '/workflows/configurator', label: 'Configurator', icon: Workflow, group: 'Workflows', key: 'c' },
  { to: '/workflows/executions', label: 'Executions', icon: Network, group: 'Workflows', key: 'x' },
  { to: '/settings', label: 'Settings', icon: Settings, foot: true, key: 's' },
  { to: '/admin', label: 'Admin', icon: Shield, foot: true, admin: true, key: 'a' },
]

/** Places in the bar of a phone; the others are behind More. */
export const IN_BAR: readonly string[] = ['/dashboard', '/jobs', '/workdata/explorer']

/** The places of the app that exist: an entry without its route is absent, not disabled. */
export function useNavItems(): readonly NavItem[] {
  const { routesByPath } = useRouter()
  const admin = isAdmin(useSession())
  return ITEMS.filter((item) => (item.to in routesByPath || `${item.to}/` in routesByPath) && (admin || !item.admin))
}
