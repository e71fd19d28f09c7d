import type { Seal } from '@millrace/tables/engine'
import { PREVIEW_LIMITS } from '../preview-limits.ts'

/** What the engine of a preview may access and use. */
export function sealFor(files: readonly string[]): Seal {
  return { files, memory: PREVIEW_LIMITS.engineMemory, scratch: PREVIEW_LIMITS.engineScratch }
}
