import { lazy, type ReactElement, Suspense } from 'react'
import type { ColumnChoicesProps } from './column-choices.tsx'
import { Popover } from './popover.tsx'
import * as texts from './texts.ts'

const ColumnChoices = lazy(() => import('./column-choices.tsx').then((module) => ({ default: module.ColumnChoices })))

/** Popover that chooses the columns of a list. At least one stays shown. */
export function ColumnChooser({
  trigger,
  ...choices
}: ColumnChoicesProps & { trigger: ReactElement<Record<string, unknown>> }) {
  return (
    <Popover label={texts.columns} align="end" className="grid w-64 gap-2" trigger={trigger}>
      <Suspense fallback={<div className="h-48" />}>
        <ColumnChoices {...choices} />
      </Suspense>
    </Popover>
  )
}
