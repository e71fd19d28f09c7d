import { describe, expect, it } from 'vitest'
import { type Changes, newChanges, notifyStatements, payloadsOf } from './changes.ts'
import { newUuidV7 } from './new-id.ts'

function changesOf(owners: readonly string[], each: number): Changes {
  const changes = newChanges()
  for (const ownerId of owners) {
    for (let count = 0; count < each; count++) {
      changes.rows.push({ type: 'ProcessingStep', event: 'Changed', id: newUuidV7(), ownerId })
    }
  }
  return changes
}

const ids = (count: number) => Array.from({ length: count }, () => newUuidV7())

describe('an announcement', () => {
  it('lists up to four hundred changes per owner, and asks only owners with more to refresh', () => {
    const [few = '', many = ''] = ids(2)
    const changes = changesOf([few], 400)
    changes.rows.push(...changesOf([many], 401).rows)

    const owners = payloadsOf(changes).flatMap(({ c }) => c)

    const listed = owners.filter(({ o }) => o === few).flatMap(({ c = [] }) => c)
    expect(listed.map(([, , id]) => id)).toEqual(changes.rows.slice(0, 400).map(({ id }) => id))
    expect(owners.filter(({ r }) => r)).toEqual([{ o: many, r: true }])
  })

  it('splits many changes and much progress of an owner below the size limit of NOTIFY', () => {
    const [ownerId = '', ...jobs] = ids(201)
    const changes = changesOf([ownerId], 200)
    changes.progress = jobs.map((jobId, index) => ({ jobId, ownerId, value: index / 300 }))

    const payloads = payloadsOf(changes)

    for (const payload of payloads) expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(8000)
    expect(payloads.flatMap(({ c }) => c.flatMap(({ p = [] }) => p.map(([id]) => id)))).toEqual(jobs)
    expect(payloads.flatMap(({ c }) => c.flatMap((part) => part.c ?? []))).toHaveLength(200)
    expect(payloads.map(({ c }) => c.map(({ o }) => o))).toEqual(payloads.map(() => [ownerId]))
  })

  it('stays below the size limit of NOTIFY without dropping an owner or a queue', () => {
    const owners = ids(40)
    const changes = changesOf(owners, 60)
    changes.queues = new Map(ids(450).map((id) => [id, 3]))

    const payloads = payloadsOf(changes)

    for (const payload of payloads) expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(8000)
    expect([...new Set(payloads.flatMap(({ c }) => c.map(({ o }) => o)))]).toEqual(owners)
    expect(payloads.flatMap(({ c }) => c.flatMap((part) => part.c ?? []))).toHaveLength(40 * 60)
    expect(payloads.flatMap(({ q }) => q)).toEqual([...changes.queues])
    expect(new Set(payloads.map(({ i }) => i)).size).toBe(payloads.length)
  })

  it('lists each resource once, and only the latest progress of a job', () => {
    const [ownerId = '', id = ''] = ids(2)
    const changes = newChanges()
    for (const value of [0.1, 0.2]) {
      changes.rows.push({ type: 'Job', event: 'Changed', id, ownerId })
      changes.progress.push({ jobId: id, ownerId, value })
    }

    expect(payloadsOf(changes).map(({ c }) => c)).toEqual([
      [{ o: ownerId, c: [['Job', 'Changed', id]], p: [[id, 0.2]] }],
    ])
  })

  it('is not sent when nothing changed', () => {
    expect(notifyStatements(newChanges())).toBe('')
  })
})
