import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '../e2e/api-client.ts'

/** Records what the product acknowledged. All of it must exist unchanged after any crash. */
export class Ledger {
  readonly uploads = new Map<string, { name: string; sha256: string }>()
  readonly jobs = new Map<string, string>()

  /** Downloads every acknowledged upload. Returns a sentence for each upload that is missing or has changed. */
  async reread(person: Person): Promise<string[]> {
    const faults: string[] = []
    for (const [href, { name, sha256 }] of this.uploads) {
      const reply = await person.request(`${href}/Download`)
      const found = createHash('sha256')
        .update(Buffer.from(await reply.arrayBuffer()))
        .digest('hex')
      if (reply.status !== 200) faults.push(`the acknowledged upload ${name} returns ${reply.status}`)
      else if (found !== sha256) faults.push(`the bytes of the acknowledged upload ${name} differ from those sent`)
    }
    return faults
  }
}

/** Returns a table of 2,000 rows and a random cell that makes it unique. */
export function newTable(): { bytes: Uint8Array<ArrayBuffer>; sha256: string } {
  const rows = Array.from({ length: 2000 }, (_, index) => `${index},${index * 7},row ${index}`)
  const text = ['number,value,name', ...rows, `2000,0,${randomBytes(16).toString('hex')}`, ''].join('\n')
  const bytes = new Uint8Array(Buffer.from(text))
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
