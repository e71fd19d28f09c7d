/**
 * Properties of the classes `TableReading` and `JsonReading`: how much of a large file has been read. Reading starts
 * with the first request, and stops after ten minutes without requests.
 */
export interface ReadingProperties {
  /** `Waiting` means that other files are read first. */
  State: 'Waiting' | 'Reading' | 'Read'
  /** From 0 to 1. Null if it is unknown. */
  Progress: number | null
}
