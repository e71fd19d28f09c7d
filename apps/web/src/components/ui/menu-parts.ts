import type { Menu as Base } from '@base-ui/react/menu'
import { createContext, type ReactElement, type ReactNode, use } from 'react'

export interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'right'
  className?: string
  /** Initially open, for menus that are loaded on demand. */
  defaultOpen?: boolean
  children: ReactNode
}

/** The Base UI components of menu items, loaded with the popup, so that a closed menu costs only its button. */
export const MenuParts = createContext<typeof Base | undefined>(undefined)

/** Returns the Base UI components of the surrounding menu. Throws outside of a `Menu`. */
export function useParts(): typeof Base {
  const parts = use(MenuParts)
  if (!parts) throw new Error('A menu item must be inside a Menu.')
  return parts
}
