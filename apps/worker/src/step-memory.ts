/**
 * Memory settings for the steps' processes. Memory that one statement of the table engine frees must be available to
 * the next one, on any thread, and large blocks are returned to the system.
 */
export const STEP_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}
