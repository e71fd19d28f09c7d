import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { welcomeQuery } from './account.queries.ts'
import { PasswordField } from './password-field.tsx'
import { passwordHint } from './password-hint.ts'

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
    <PasswordField
      label={label}
      error={error}
      help={<span aria-live="polite">{passwordHint(password, minLength, known)}</span>}
      name={name}
      required
      minLength={minLength}
      maxLength={128}
      autoComplete="new-password"
      value={password}
      onChange={(event) => setPassword(event.target.value)}
    />
  )
}
