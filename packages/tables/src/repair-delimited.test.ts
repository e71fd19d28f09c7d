import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { repairDelimited } from './repair-delimited.ts'

async function repair(text: string, form: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'repair-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'in.csv'), text)
  const options = { delimiter: ',', quote: '"', escapedBy: '"', skipLines: 1, width: 2, ...form } as const
  const found = await repairDelimited(join(folder, 'in.csv'), join(folder, 'out.csv'), options)
  return { found, copy: await readFile(join(folder, 'out.csv'), 'utf8') }
}

it.each<[string, string, string, object?]>([
  ['regular lines', 'a,b\n1,2\n3,4\n', '1,1,2\n2,3,4\n'],
  ['carriage returns', 'a,b\r\n1,2\r\n3,4', '1,1,2\n2,3,4\n'],
  ['carriage returns as line ends', 'a,b\r1,2\r3,4\r', '1,1,2\n2,3,4\n'],
  ['mixed line ends', 'a,b\r\n1,2\n3,4\r5,6\n', '1,1,2\n2,3,4\n3,5,6\n'],
  ['blank lines and comments', 'a,b\n\n1,2\n# x\n  \n3,4\n\u001a', '1,1,2\n2,3,4\n'],
  ['comments with delimiters', 'a,b,c\n1,2,3\n# x, y\n#4,5\n', '1,1,2,3\n2,#4,5,\n', { width: 3 }],
  ['short rows and extra empty cells', 'a,b\n1\n2,3,\n', '1,1,\n2,2,3\n'],
  ['quoted cells among regular lines', 'a,b\n"x\ny,1",2\n3,4\n', '1,"x\ny,1",2\n2,3,4\n'],
  ['a lost quotation mark', 'a,b\n1,"x\n2,"y"\n3,4\n', '1,1,"""x"\n2,2,y\n3,3,4\n'],
  ['zero bytes', 'a,b\n1,\0x\n', '1,1,x\n'],
])('normalizes %s', async (_, text, copy, form = {}) => {
  expect((await repair(text, form)).copy).toBe(copy)
})

it('reports the first row and line of each irregularity', async () => {
  const { found } = await repair('a,b\n1,2\n# x\n1\n1,2,3\n"p\0\nq",4\n1,2,3\n')

  expect(found).toEqual({
    rows: 5,
    comments: { count: 1, first: { row: 2, line: 3, cells: 1 } },
    short: { count: 1, first: { row: 2, line: 4, cells: 1 } },
    lastShort: [2],
    zeros: { count: 1, first: { row: 4, line: 6, cells: 2 } },
    long: { count: 2, first: { row: 3, line: 5, cells: 3 } },
  })
})

it('names the line of a quotation mark that is never closed', async () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => `${at},fine`).join('\n')

  expect((await repair(`a,b\n1,2\n3,"x\n${rows}`)).found.openQuoteLine).toBe(3)
})
