import { rm, writeFile } from 'node:fs/promises'
import type { ProblemBody } from '@millrace/contracts/problems'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()

async function hasFile(name: string, change: (path: string) => Promise<void>) {
  const alice = await api.signUp()
  const data = await uploads(alice, name, `a,b\n${crypto.randomUUID()},2\n`)
  const { properties } = await alice.read<SirenDocument<WorkDataProperties>>(data)
  await change(await api.deps.storage.localPath(properties.Sha256))
  return { alice, data }
}

describe('a damaged stored file', () => {
  for (const [what, change] of [
    ['gone', (path: string) => rm(path)],
    ['cut off', (path: string) => writeFile(path, 'a')],
  ] as const) {
    it(`FLT16 is reported by its preview and its download when it is ${what}`, async () => {
      const { alice, data } = await hasFile('table.csv', change)

      const replies = await Promise.all(['Preview', 'Download'].map((way) => alice.get(`${data}/${way}`)))

      expect(replies.map((reply) => reply.status)).toEqual([500, 500])
      for (const reply of replies) {
        const { code, detail } = (await reply.json()) as ProblemBody
        expect(code).toBe('damaged-data')
        expect(detail).toMatch(/is missing or has the wrong size/)
      }
    })
  }
})
