import type { ComponentProps } from 'react'
import { TextField } from '#components/ui/text-field.tsx'
import * as texts from './texts.ts'

/** The required field of the email address with which users sign in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={texts.email}
      inputSize="lg"
      type="email"
      name="email"
      autoComplete="username"
      required
      {...props}
    />
  )
}
