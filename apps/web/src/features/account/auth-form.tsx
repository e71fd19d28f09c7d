import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from './form-notice.tsx'

interface AuthFormProps {
  /** The one verb of the form. */
  submit: string
  working: boolean
  error?: string | undefined
  onSubmit: (form: FormData) => void
  children: ReactNode
}

/** Fields, one primary button, and the error in a line above. Enter submits. */
export function AuthForm({ submit, working, error, onSubmit, children }: AuthFormProps) {
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!working) onSubmit(new FormData(event.currentTarget))
      }}
    >
      {error ? <FormNotice tone="error">{error}</FormNotice> : null}
      {children}
      <Button type="submit" variant="primary" size="lg" working={working} className="text-md!">
        {submit}
      </Button>
    </form>
  )
}
