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
  it('lists up to a hundred changes per owner, and asks only owners with more to refresh', () => {
    const [few = '', many = ''] = ids(2)
    const changes = changesOf([few], 100)
    changes.rows.push(...changesOf([many], 101).rows)

    const owners = payloadsOf(changes).flatMap(({ c }) => c)

    expect(owners.map(({ o }) => o)).toEqual([few, many])
    expect([owners[0]?.c?.length, owners[0]?.r]).toEqual([100, undefined])
    expect(owners[1]).toEqual({ o: many, r: true })
  })

  it('stays below the size limit of NOTIFY without dropping an owner or a queue', () => {
    const owners = ids(40)
    const changes = changesOf(owners, 60)
    changes.queues = new Map(ids(450).map((id) => [id, 3]))

    const payloads = payloadsOf(changes)

    for (const payload of payloads) expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(8000)
    expect(payloads.flatMap(({ c }) => c.map(({ o }) => o))).toEqual(owners)
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
