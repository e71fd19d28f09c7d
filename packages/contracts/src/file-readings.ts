/**
 * Properties of the classes `TableReading` and `JsonReading`: how far a large file is read. The reading starts with the
 * first request, and continues for ten minutes without requests.
 */
export interface ReadingProperties {
  /** `Waiting`: other files are read first. */
  State: 'Waiting' | 'Reading' | 'Read'
  /** From 0 to 1. Null if it is unknown. */
  Progress: number | null
}
