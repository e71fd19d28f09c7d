import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { hostileWorkbooks } from '@millrace/contracts/testing/hostile-workbooks'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv, table } = testPreviews()

const reached: number[] = []
const other = createServer((socket) => {
  reached.push(socket.remotePort ?? 0)
  socket.destroy()
}).listen(0, '127.0.0.1')
await once(other, 'listening')
afterAll(() => other.close())
const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`

describe('the preview of a hostile workbook', () => {
  afterEach(() => expect(reached).toEqual([]))

  it.each(hostileWorkbooks(address))(
    'sec/J7 shows the cells of $name or says why not',
    async ({ name, content, expected }) => {
      const shown = table(csv(name, content))

      if (expected instanceof RegExp) await expect(shown).rejects.toThrow(expected)
      else expect((await shown).rows).toEqual([expected])
    },
  )
})
