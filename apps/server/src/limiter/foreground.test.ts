import { setImmediate as loopTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { foregroundRequests } from './foreground.ts'

const LONG_MS = 60_000

async function loopTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await loopTurn()
}

describe('sec/J9 work that keeps the event loop busy', () => {
  it('waits until no other owner’s request is running', async () => {
    const foreground = foregroundRequests()
    const leaves = [foreground.enter('bob'), foreground.enter('eve')]
    let hasProceeded = false
    void foreground.giveWay('ada', LONG_MS)?.then(() => (hasProceeded = true))

    leaves[0]?.()
    await loopTurns(5)
    const early = hasProceeded
    leaves[1]?.()
    await loopTurns(5)

    expect([early, hasProceeded]).toEqual([false, true])
  })

  it('does not wait for requests of the same owner, nor without requests', () => {
    const foreground = foregroundRequests()
    const leave = foreground.enter('ada')

    const beside = foreground.giveWay('ada', LONG_MS)
    leave()
    leave()

    expect([beside, foreground.giveWay('bob', LONG_MS)]).toEqual([undefined, undefined])
  })

  it('reports which owners share the server', () => {
    const foreground = foregroundRequests()
    const nobody = foreground.isShared('ada')
    foreground.enter('ada')
    const alone = foreground.isShared('ada')
    foreground.enter('bob')()
    foreground.enter('bob')()

    expect([nobody, alone, foreground.isShared('ada'), foreground.isShared('bob')]).toEqual([false, false, true, true])
  })

  it('waits if it is a list of an owner with many concurrent requests', () => {
    const foreground = foregroundRequests()
    foreground.enter('bob')
    const leaves = Array.from({ length: 12 }, () => foreground.enter('ada'))
    const few = foreground.giveWayIfMany('ada')
    leaves.push(foreground.enter('ada'))

    expect([few, foreground.giveWayIfMany('ada')]).toEqual([undefined, expect.any(Promise)])
  })

  it('proceeds one task at a time, and waits again if a request arrives in between', async () => {
    const foreground = foregroundRequests()
    const leave = foreground.enter('bob')
    const proceeded: number[] = []
    let arrived = () => {}
    for (const task of [1, 2, 3]) {
      void foreground.giveWay('ada', LONG_MS)?.then(() => {
        proceeded.push(task)
        if (task === 2) arrived = foreground.enter('bob')
      })
    }

    leave()
    await loopTurns(10)
    const before = [...proceeded]
    arrived()
    await loopTurns(10)

    expect([before, proceeded]).toEqual([
      [1, 2],
      [1, 2, 3],
    ])
  })

  it('proceeds after its longest wait even if requests never end', async () => {
    const foreground = foregroundRequests()
    foreground.enter('bob')

    await expect(foreground.giveWay('ada', 1)).resolves.toBeUndefined()
  })
})
