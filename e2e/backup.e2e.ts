import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { embedded, selfHref } from '@millrace/siren/read'
import { afterAll, describe, expect, it } from 'vitest'
import { signUp } from './api-client.ts'
import { backUp } from './back-up.ts'
import { newDataDirectory, type Product, type ProductOptions, startProduct } from './product.ts'

const started: Product[] = []
const folders: string[] = []

afterAll(async () => {
  for (const product of started.splice(0)) {
    await product.stop()
    product.remove()
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function start(options: ProductOptions = {}): Promise<Product> {
  const product = await startProduct(options)
  started.push(product)
  return product
}

function newFolder(): string {
  const folder = newDataDirectory()
  folders.push(folder)
  return folder
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

describe('npm run backup', () => {
  it('FLT35 INV24 copies a product in use: the copy starts, and every file that it lists can be read', async () => {
    const product = await start()
    const person = await signUp(product.url, 'First Administrator')
    const before = await person.upload('before.txt', bytesOf('before the backup'))
    const target = join(newFolder(), 'copy')
    let isDone = false
    const uploads = (async () => {
      for (let number = 0; !isDone; number++) await person.upload(`${number}.txt`, bytesOf(`during ${number}`))
    })()

    const { stdout } = await backUp(product.dataDirectory, target)
    isDone = true
    await uploads
    await product.stop()
    const copy = await start({ dataDirectory: target, port: Number(new URL(product.url).port) })

    expect(stdout).toMatch(/^backup +complete +\d+ files, .* MB in /)
    expect(await (await person.request(`${before}/Download`)).text()).toBe('before the backup')
    const list = await person.post('/api/WorkDataQuery/CreateQuery', { Filter: {} })
    const files = embedded<WorkDataProperties>((await person.read(list)) as never, 'item')
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const text = await (await person.request(`${selfHref(file)}/Download`)).text()
      const expected = file.properties.Name.replace(/^(\d+)\.txt$/, 'during $1')
      expect(text).toBe(file.properties.Name === 'before.txt' ? 'before the backup' : expected)
    }
    expect(copy.lines.join('\n')).not.toMatch(/warning/)
  })

  it('refuses in one line to replace a folder or to run without a running product', async () => {
    const [data, existing] = [newFolder(), newFolder()]

    await expect(backUp(data, existing)).rejects.toMatchObject({
      stderr: `${existing} already exists. Name a new folder.\n`,
    })
    await expect(backUp(data, join(existing, 'copy'))).rejects.toMatchObject({
      stderr: expect.stringMatching(/^Millrace is not running with the database in .*\n$/),
    })
  })
})
