import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '#components/ui/text-field.tsx'
import * as texts from './texts.ts'

export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      inputSize="lg"
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      tail={
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label={shown ? texts.hidePassword : texts.showPassword}
          className="-mr-1.5 grid size-7 place-items-center rounded-md hover:text-ink touch:size-11"
        >
          <Icon aria-hidden="true" />
        </button>
      }
    />
  )
}
