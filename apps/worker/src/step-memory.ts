/**
 * What the processes of the steps are told about memory: what one statement of the table engine gave back has to be
 * there for the next, whichever thread runs it, and large pieces go back to the system.
 */
export const STEP_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}
