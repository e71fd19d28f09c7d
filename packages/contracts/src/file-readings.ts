/**
 * Properties of the classes `TableReading` and `JsonReading`: how much of a large file has been read. The server starts
 * reading at the first request, and stops after ten minutes without requests.
 */
export interface ReadingProperties {
  /** `Waiting` means that the server reads other files first. */
  State: 'Waiting' | 'Reading' | 'Read'
  /** From 0 to 1. Null if it is unknown. */
  Progress: number | null
}
