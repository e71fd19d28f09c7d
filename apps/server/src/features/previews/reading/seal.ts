import type { Seal } from '@millrace/tables/engine'
import { PREVIEW_LIMITS } from '../preview-limits.ts'

/** The files and resources that the engine of a preview may use. */
export function sealFor(files: readonly string[], scratchBytes: number = PREVIEW_LIMITS.engineScratchBytes): Seal {
  return { files, memory: PREVIEW_LIMITS.engineMemory, scratchBytes }
}
