/**
 * Memory settings for step processes. With them, memory freed by one statement of the table engine is available to the
 * next statement on any thread. Large blocks are returned to the system.
 */
export const STEP_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}

/**
 * Default limits of a step. Operators can change them. Every documented table size needs less than 512 MB of memory.
 */
export const STEP_LIMITS = {
  STEP_MEMORY_MB: '1000',
  STEP_DISK_MB: '10000',
  STEP_PROCESSES: '32',
  STEP_NETWORK: 'off',
}
