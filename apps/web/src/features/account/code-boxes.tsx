import { use, useEffect, useId, useRef, useState } from 'react'
import { FieldFaultsContext } from '#components/ui/field-faults.ts'
import * as texts from './texts.ts'

const BOXES = [0, 1, 2, 3, 4, 5]
const LENGTH = BOXES.length

/**
 * Six boxes that show the digits of a single transparent field, so that pasting, autofill and screen readers work. The
 * sixth digit submits the form.
 */
export function CodeBoxes({ name, label }: { name: string; label: string }) {
  const [code, setCode] = useState('')
  const id = useId()
  const fault = use(FieldFaultsContext)[id]
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        aria-describedby={fault ? `${id}-note` : undefined}
        aria-invalid={fault ? true : undefined}
        name={name}
        value={code}
        onChange={(event) => {
          const digits = event.target.value.replaceAll(/\D/g, '').slice(0, LENGTH)
          setCode(digits)
          if (digits.length === LENGTH && code.length < LENGTH) event.target.form?.requestSubmit()
        }}
        required
        pattern="\d{6}"
        data-pattern={texts.enterAllDigits}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="peer absolute inset-0 z-10 w-full bg-transparent text-transparent caret-transparent outline-none"
      />
      <span
        aria-hidden="true"
        className="group grid grid-cols-6 gap-2 peer-focus:[&>[data-next]]:border-accent peer-focus:[&>[data-next]]:ring-1 peer-focus:[&>[data-next]]:ring-accent"
      >
        {BOXES.map((at) => (
          <span
            key={at}
            data-next={at === Math.min(code.length, LENGTH - 1) || undefined}
            className="grid h-12 place-items-center rounded-md border border-control bg-surface text-xl font-medium"
          >
            {code[at]}
          </span>
        ))}
      </span>
      {fault ? (
        <p id={`${id}-note`} className="mt-1 text-xs text-danger">
          {fault}
        </p>
      ) : null}
    </div>
  )
}
