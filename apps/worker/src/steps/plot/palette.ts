/** Colors that are legible on light and dark ground, for traces that must have the same color in several panels. */
const COLORS = ['#3b82f6', '#f59e0b', '#10b981', '#ef4444', '#8b5cf6', '#06b6d4', '#84cc16', '#ec4899']

/** The color of a series. */
export function colorAt(at: number): string {
  return COLORS[at % COLORS.length] ?? '#3b82f6'
}
