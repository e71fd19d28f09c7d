import { Field, type FieldProps } from './field.tsx'
import { Input, type InputProps } from './input.tsx'

type LabelProps = Pick<FieldProps, 'label' | 'aside' | 'help' | 'error' | 'pointer' | 'className'>

export interface TextFieldProps extends LabelProps, Omit<InputProps, keyof LabelProps> {
  inputClassName?: string
}

/** A text field of one line with its label, help and error. */
export function TextField({ label, aside, help, error, pointer, className, inputClassName, ...input }: TextFieldProps) {
  return (
    <Field label={label} aside={aside} help={help} error={error} pointer={pointer} className={className}>
      {(control) => <Input {...input} {...control} className={inputClassName} />}
    </Field>
  )
}
