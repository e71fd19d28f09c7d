import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import type { ChipFieldProps } from './chip-field-box.tsx'
import { fieldFrame } from './input.tsx'

const ChipFieldBox = lazy(() => import('./chip-field-box.tsx').then((module) => ({ default: module.ChipFieldBox })))

/** Several values as chips, added by typing or from a list: tags, columns, numbers. Fetched when one is on screen. */
export function ChipField(props: ChipFieldProps) {
  return (
    <Suspense fallback={<div className={clsx(fieldFrame, 'min-h-8 touch:min-h-11')} />}>
      <ChipFieldBox {...props} />
    </Suspense>
  )
}
