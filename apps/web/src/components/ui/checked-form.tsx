import { type ReactNode, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { type FieldFaults, FieldFaultsContext } from './field-faults.ts'
import * as texts from './texts.ts'

interface CheckedFormProps {
  id?: string
  className?: string
  /** While true, submitting has no effect. */
  working: boolean
  onSubmit: (fields: FormData) => void
  children: ReactNode
}

/** A form that shows errors below its fields instead of in the browser’s pop-ups. */
export function CheckedForm({ id, className, working, onSubmit, children }: CheckedFormProps) {
  const [faults, setFaults] = useState<FieldFaults>({})
  return (
    <FieldFaultsContext value={faults}>
      <form
        id={id}
        className={className}
        noValidate
        onInput={({ target }) => {
          const { id: changed } = target as HTMLInputElement
          if (changed in faults) setFaults(({ [changed]: _mended, ...rest }) => rest)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (working) return
          const form = event.currentTarget
          const invalid = invalidIn(form)
          setFaults(faultsOf(invalid))
          const [first] = invalid
          if (first === undefined) onSubmit(new FormData(form))
          else if (first.id === '') first.reportValidity()
          else first.focus()
        }}
      >
        {children}
      </form>
    </FieldFaultsContext>
  )
}

type Entered = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function invalidIn(form: HTMLFormElement): Entered[] {
  return [...form.elements].filter((element) => isEntered(element) && !element.validity.valid) as Entered[]
}

function isEntered(element: Element): element is Entered {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((type) => element instanceof type)
}

/** For fields without an id, the browser shows its own message. */
function faultsOf(invalid: readonly Entered[]): FieldFaults {
  return Object.fromEntries(invalid.filter(({ id }) => id !== '').map((field) => [field.id, faultOf(field)]))
}

function faultOf(field: Entered): string {
  const { validity, dataset, type } = field
  const label = (field.labels?.[0]?.textContent ?? '').toLowerCase()
  if (validity.typeMismatch) return type === 'email' ? texts.enterAValidEmail : fill(texts.enterAValid, label)
  if (validity.tooShort && 'minLength' in field) return fill(texts.useAtLeast, field.minLength)
  if (validity.patternMismatch && dataset.pattern) return dataset.pattern
  return (validity.valueMissing && dataset.missing) || fill(texts.enterYour, label)
}
