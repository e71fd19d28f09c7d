import type { ReactNode } from 'react'
import { FieldBindingContext } from '#components/schema-form/field-binding.ts'
import * as texts from './texts.ts'
import type { Sweep } from './use-sweep.ts'

/** A form in which the swept parameters have no control, because their values are edited below the form. */
export function SweptFields({ sweep: { axes }, children }: { sweep: Sweep; children: ReactNode }) {
  const binding = (name: string) => {
    const isSwept = axes.some((axis) => axis.name === name)
    return { bound: isSwept ? <p className="text-ink-2">{texts.sweptBelow}</p> : undefined, button: undefined }
  }
  return <FieldBindingContext value={axes.length > 0 ? binding : undefined}>{children}</FieldBindingContext>
}
