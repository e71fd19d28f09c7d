import { setImmediate as eventLoopTurn } from 'node:timers/promises'

/**
 * Combines calls into batches of up to `most` items: calls made in one turn of the event loop, or while an earlier
 * batch runs. There is no timer. `run` returns one result per item, in the order of the items. If `run` fails, all
 * calls of the batch fail.
 */
export function inBatches<Item, Result>(
  most: number,
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; reply: PromiseWithResolvers<Result> }[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    await eventLoopTurn()
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, { reply }] of batch.entries()) reply.resolve(results[index] as Result)
      } catch (error) {
        for (const { reply } of batch) reply.reject(error)
      }
    }
    isRunning = false
  }

  return (item) => {
    const reply = Promise.withResolvers<Result>()
    waiting.push({ item, reply })
    if (!isRunning) void runAll()
    return reply.promise
  }
}
