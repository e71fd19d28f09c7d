import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { welcomeQuery } from './account.queries.ts'
import { passwordHint } from './password-hint.ts'
import { PasswordInput } from './password-input.tsx'

interface NewPasswordFieldProps {
  label: string
  name: string
  error?: string | undefined
  /** The user's name and email address. A password that contains parts of them is weak. */
  known?: readonly string[]
}

/** A field for a new password that describes its strength below. */
export function NewPasswordField({ label, name, error, known = [] }: NewPasswordFieldProps) {
  const { data: welcome } = useQuery(welcomeQuery())
  const [password, setPassword] = useState('')
  const minLength = welcome?.passwordMinLength ?? 12
  return (
    <Field
      label={label}
      error={error}
      help={<span aria-live="polite">{passwordHint(password, minLength, known)}</span>}
    >
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          required
          minLength={minLength}
          maxLength={128}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </Field>
  )
}
