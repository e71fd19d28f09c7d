import type { StepExample } from '@millrace/contracts/manifest'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'

type Shown = Pick<ProcessingStepProperties, 'Categories' | 'Tasks' | 'Icon' | 'ShowFirst' | 'Examples'>

/**
 * Returns the fields of the manifest that decide how a step is listed and shown. They were validated at registration.
 */
export function presentationOf({ manifest }: Pick<ProcessingStepRow, 'manifest'>): Shown {
  const { categories, tasks, icon, show_first } = manifest as Record<string, never>
  return {
    Categories: categories ?? [],
    Tasks: tasks ?? [],
    Icon: icon ?? null,
    ShowFirst: show_first ?? [],
    Examples: examplesOf({ manifest }).map(({ title, description }) => ({ Title: title, Description: description })),
  }
}

export function examplesOf({ manifest }: Pick<ProcessingStepRow, 'manifest'>): StepExample[] {
  return (manifest.examples as StepExample[] | undefined) ?? []
}
