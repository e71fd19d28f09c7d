import type { Sandbox } from '@millrace/tables/engine'
import { PREVIEW_LIMITS } from '../preview-limits.ts'

export function sandboxFor(
  files: readonly string[],
  scratchBytes: number = PREVIEW_LIMITS.engineScratchBytes,
): Sandbox {
  return { files, memory: PREVIEW_LIMITS.engineMemory, scratchBytes }
}
