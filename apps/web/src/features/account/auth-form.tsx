import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CheckedForm } from '#components/ui/checked-form.tsx'
import { FormNotice } from './form-notice.tsx'

interface AuthFormProps {
  submit: string
  working: boolean
  error?: string | undefined
  onSubmit: (form: FormData) => void
  children: ReactNode
}

/** A form with fields, one primary button, and the error above them. Enter submits it. */
export function AuthForm({ submit, working, error, onSubmit, children }: AuthFormProps) {
  return (
    <CheckedForm className="grid gap-4" working={working} onSubmit={onSubmit}>
      {error ? <FormNotice tone="error">{error}</FormNotice> : null}
      {children}
      <Button type="submit" variant="primary" size="lg" working={working} className="text-md!">
        {submit}
      </Button>
    </CheckedForm>
  )
}
