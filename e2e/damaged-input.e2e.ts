import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, inject, it } from 'vitest'
import { type Person, signUp } from './api-client.ts'

describe('a stored file with a flipped bit', () => {
  it('is detected by the worker that fetches it and named on the page of the job', async () => {
    const person = await signUp(inject('productUrl'))
    const data = await person.upload('levels.csv', new Uint8Array(Buffer.from(`a,b\n${'1,2\n'.repeat(5000)}`)))
    const mend = await flipBit(person, data)

    const job = await person.post('/api/Job/RapidSetup', {
      Name: 'Profile',
      ProcessingStepUrl: await stepNamed(person, 'profile_table'),
      InputDataSlots: [{ WorkDataUrls: [data] }],
      Start: true,
    })
    const read = async () => (await person.read<JobProperties>(job)).properties
    await expect.poll(async () => isTerminal((await read()).State) || (await read()).State).toBe('DataMissing')
    mend()

    expect((await read()).ErrorDescription).toMatch(/^The stored file of levels\.csv is damaged\./)
  })
})

/** Damages the stored bytes of work data. Returns a function that restores them. */
async function flipBit(person: Person, data: string): Promise<() => void> {
  const { properties } = await person.read<{ Sha256: string }>(data)
  const { Sha256: sha256 } = properties
  const file = join(inject('productData'), 'objects', 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const good = readFileSync(file)
  const bad = Buffer.from(good)
  bad.writeUInt8(bad.readUInt8(9000) ^ 4, 9000)
  writeFileSync(file, bad)
  return () => writeFileSync(file, good)
}

async function stepNamed(person: Person, name: string): Promise<string> {
  const query = await person.post('/api/ProcessingStepQuery/CreateQuery', { Filter: { FunctionName: name } })
  const [step] = embedded(await person.read(query), 'item')
  return (step && hrefOf(step, 'self')) ?? ''
}
