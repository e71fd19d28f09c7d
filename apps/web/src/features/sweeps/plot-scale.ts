export interface Mark {
  x: number
  y: number
}

export const RADIUS = 3.5

/** How far marks of several series are moved aside: those at the same place stand next to each other. */
export function offsetsOf(series: readonly (readonly Mark[])[]): number[][] {
  const keyOf = ({ x, y }: Mark) => `${x} ${y}`
  const counts = Map.groupBy(series.flat(), keyOf)
  const before = new Map<string, number>()
  return series.map((marks) =>
    marks.map((mark) => {
      const at = before.get(keyOf(mark)) ?? 0
      before.set(keyOf(mark), at + 1)
      const others = (counts.get(keyOf(mark))?.length ?? 1) - 1
      return (at - others / 2) * 2 * RADIUS
    }),
  )
}
