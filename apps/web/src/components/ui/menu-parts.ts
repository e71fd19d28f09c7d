import type { Menu as Base } from '@base-ui/react/menu'
import { createContext, type ReactElement, type ReactNode, use } from 'react'

export interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'right'
  className?: string
  /** Open from the start, for menus that are loaded when they are wanted. */
  defaultOpen?: boolean
  children: ReactNode
}

/** The parts that items are made of. They come with the popup, so that a closed menu costs its button only. */
export const MenuParts = createContext<typeof Base | undefined>(undefined)

/** The parts of the surrounding menu. Throws outside of a `Menu`. */
export function useParts(): typeof Base {
  const parts = use(MenuParts)
  if (!parts) throw new Error('A menu item must be inside a Menu.')
  return parts
}
