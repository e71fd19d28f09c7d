import { createContext, type ReactNode } from 'react'

/** The replacement for the control of a parameter, and the button that switches to it. */
export interface FieldBinding {
  /** Shown instead of the control. Undefined while the field holds a constant. */
  bound: ReactNode | undefined
  button: ReactNode
}

/** Returns the binding of a parameter. Undefined in forms whose parameters have no other source. */
export const FieldBindingContext = createContext<((name: string, label: string) => FieldBinding) | undefined>(undefined)
