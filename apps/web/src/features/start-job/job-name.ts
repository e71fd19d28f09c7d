import { LIMITS } from '@millrace/contracts/limits'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

/** Returns the suggested name of a job: `Clean table, koeln_2019-2024`, or `Clean table, 12 files`. */
export function proposedName(stepTitle: string | undefined, fileNames: readonly string[]): string {
  const [first] = fileNames
  const data = fileNames.length > 1 ? fill(texts.files, fileNames.length) : first && stemOf(first)
  return [stepTitle, data].filter(Boolean).join(', ').slice(0, LIMITS.jobNameMax)
}

/** A leading dot doesn't start an extension. */
function stemOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? fileName.slice(0, dot) : fileName
}
