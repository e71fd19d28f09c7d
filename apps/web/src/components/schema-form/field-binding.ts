import { createContext, type ReactNode } from 'react'

/** What replaces the control of a parameter, and how to get there. */
export interface FieldBinding {
  /** Replaces the control. Undefined while the field holds a constant. */
  bound: ReactNode | undefined
  /** Right of the label. */
  button: ReactNode
}

/** For forms whose parameters may come from elsewhere, by name. Other forms have none. */
export const FieldBindingContext = createContext<((name: string, label: string) => FieldBinding) | undefined>(undefined)
