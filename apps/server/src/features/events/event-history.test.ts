import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { describe, expect, it } from 'vitest'
import { type EventHistory, eventHistory } from './event-history.ts'

function newHistory() {
  let made = 0
  return eventHistory(() => `id${made++}`)
}

function record(history: EventHistory, owner: string, id: string, position: string): void {
  history.record({ o: owner, c: [['Job', 'Changed', id]] }, position)
}

describe('the history of an owner’s changes', () => {
  it('returns the changes after a cursor, each resource once', () => {
    const history = newHistory()
    record(history, 'ada', 'job-1', 'p1')
    const cursor = history.cursorOf('ada')
    record(history, 'ada', 'job-2', 'p2')
    record(history, 'ada', 'job-3', 'p3')
    record(history, 'ada', 'job-2', 'p4')

    expect(history.since('ada', cursor)?.changes.map(([, , id]) => id)).toEqual(['job-3', 'job-2'])
    expect(history.since('ada', history.cursorOf('ada'))?.changes).toEqual([])
  })

  it('returns a position for an owner without announcements', () => {
    const history = newHistory()
    const cursor = history.cursorOf('ada')
    record(history, 'bob', 'job-1', 'p1')
    record(history, 'ada', 'job-2', 'p2')

    expect(history.since('ada', cursor)?.changes.map(([, , id]) => id)).toEqual(['job-2'])
  })

  it('is the same on every server that received the same announcements', () => {
    const [one, other] = [newHistory(), newHistory()]
    record(one, 'ada', 'job-0', 'p0')
    for (const history of [one, other]) {
      record(history, 'ada', 'job-1', 'p1')
      record(history, SYSTEM_OWNER_ID, 'step', 's1')
    }
    const cursor = one.cursorOf('ada')
    for (const history of [one, other]) record(history, 'ada', 'job-2', 'p2')

    expect(other.since('ada', cursor)).toEqual(one.since('ada', cursor))
    expect(other.since('ada', cursor)?.changes.map(([, , id]) => id)).toEqual(['job-2'])
  })

  it('is the same on a server that began to listen later, even for owners without changes', () => {
    const [one, other] = [newHistory(), eventHistory(() => 'elsewhere')]
    const before = one.cursorOf('ada')
    record(one, 'bob', 'job-0', 'p0')
    for (const history of [one, other]) history.mark('m1')
    const cursors = ['ada', 'bob'].map((owner) => one.cursorOf(owner))
    for (const history of [one, other]) record(history, 'bob', 'job-1', 'p1')

    for (const history of [one, other]) {
      expect(history.since('ada', cursors[0] ?? '')?.changes).toEqual([])
      expect(history.since('bob', cursors[1] ?? '')?.changes.map(([, , id]) => id)).toEqual(['job-1'])
    }
    expect(one.since('ada', before)?.changes).toEqual([])
    expect(other.since('ada', before)).toBeUndefined()
  })

  it('also rejects a cursor that is too old if a mark was recorded after it', () => {
    const history = newHistory()
    const before = history.cursorOf('ada')
    history.mark('m1')
    for (let count = 0; count < 101; count++) record(history, 'ada', `job-${count}`, `p${count}`)

    expect(history.since('ada', before)).toBeUndefined()
    expect(history.since('ada', 'm1.m1')).toBeUndefined()
    expect(history.since('bob', before)?.changes).toEqual([])
  })

  it('includes changes by the system for every owner', () => {
    const history = newHistory()
    const cursor = history.cursorOf('ada')
    record(history, SYSTEM_OWNER_ID, 'step', 's1')

    expect(history.since('ada', cursor)?.changes.map(([, , id]) => id)).toEqual(['step'])
  })

  it('rejects a cursor that is too old, from another owner, or older than a gap', () => {
    const history = newHistory()
    const cursor = history.cursorOf('ada')
    for (let count = 0; count < 101; count++) record(history, 'ada', `job-${count}`, `p${count}`)

    expect(history.since('ada', cursor)).toBeUndefined()
    expect(history.since('ada', `p0.${cursor.split('.')[1]}`)?.changes).toHaveLength(100)
    expect(history.since('ada', 'somewhere.else')).toBeUndefined()

    const last = history.cursorOf('ada')
    history.forget()
    expect(history.since('ada', last)).toBeUndefined()
  })

  it('rejects a cursor after too many changes, and cursors of an evicted owner', () => {
    const history = newHistory()
    const before = history.cursorOf('ada')
    history.record({ o: 'ada', r: true }, 'p1')
    expect(history.since('ada', before)).toBeUndefined()
    expect(history.since('ada', history.cursorOf('ada'))?.changes).toEqual([])

    const known = history.cursorOf('ada')
    for (let count = 0; count < 1000; count++) record(history, `owner-${count}`, 'job', `o${count}`)
    expect(history.since('ada', known)).toBeUndefined()
  })

  it('rejects a cursor that is followed by more changes than one response may list', () => {
    const history = newHistory()
    const before = history.cursorOf('ada')
    const recordJobs = (first: number, position: string) => {
      const ids = Array.from({ length: 100 }, (_, index) => `job-${first + index}`)
      history.record({ o: 'ada', c: ids.map((id) => ['Job', 'Created', id]) }, position)
    }
    for (let count = 0; count < 4; count++) recordJobs(count * 100, `p${count}`)
    recordJobs(300, 'repeated')
    expect(history.since('ada', before)?.changes).toHaveLength(400)

    recordJobs(400, 'p4')
    expect(history.since('ada', before)).toBeUndefined()
    expect(history.since('ada', `p0.${before.split('.')[1]}`)?.changes).toHaveLength(400)
  })

  it('returns the latest progress of jobs that have not changed since', () => {
    const history = newHistory()
    const cursor = history.cursorOf('ada')
    history.record({ o: 'ada', p: [['job-1', 0.1]] }, 'p1')
    history.record({ o: 'ada', p: [['job-1', 0.2]] }, 'p2')
    history.record({ o: 'ada', p: [['job-2', 0.7]] }, 'p3')
    record(history, 'ada', 'job-2', 'p4')

    expect(history.since('ada', cursor)?.progress).toEqual([['job-1', 0.2]])
  })
})
