import { createContext, type ReactNode } from 'react'

export interface WorkDataFieldProps {
  /** The name of the property in the form. Undefined for values that are swept. */
  name?: string | undefined
  /** URLs of the chosen work data. */
  hrefs: readonly string[]
  onChange: (hrefs: string[]) => void
  /** Whether several may be chosen. */
  multiple: boolean
  label: string
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
  disabled: boolean
}

/** Renders fields of the format `work-data`. A form without it edits the URLs as text. */
export const WorkDataFieldContext = createContext<((props: WorkDataFieldProps) => ReactNode) | undefined>(undefined)
