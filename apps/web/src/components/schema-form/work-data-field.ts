import { createContext, type ReactNode } from 'react'

export interface WorkDataFieldProps {
  /** The name of the form property. Undefined for the values of a sweep. */
  name?: string | undefined
  hrefs: readonly string[]
  onChange: (hrefs: string[]) => void
  multiple: boolean
  label: string
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
  disabled: boolean
}

/** Renders fields of the format `work-data`. Without this context, the URLs are edited as text. */
export const WorkDataFieldContext = createContext<((props: WorkDataFieldProps) => ReactNode) | undefined>(undefined)
