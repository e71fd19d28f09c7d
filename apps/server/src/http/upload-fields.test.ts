import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi()
const alice = await api.signUp()

function uploads(fields: [name: string, value: string][]): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  form.append('file', new Blob(['a,b\n1,2\n']), 'table.csv')
  return alice.request('POST', '/api/WorkData/UploadWorkData', { body: form })
}

const tagsOf = async (reply: Response) => {
  const data = await alice.read<{ properties: { Tags: string[] } }>(reply.headers.get('location') ?? '')
  return data.properties.Tags
}

describe('the text parts of an upload', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('sec/L5 named %s are ignored', async (name) => {
    const reply = await uploads([[name, JSON.stringify(Array.from({ length: 200 }, (_, nth) => `tag ${nth}`))]])

    expect(reply.status, await reply.clone().text()).toBe(201)
    expect(await tagsOf(reply)).toEqual([])
  })

  it('sec/J1 may carry 100 tags together', async () => {
    const some = (count: number, prefix: string) =>
      JSON.stringify(Array.from({ length: count }, (_, nth) => `${prefix}${nth}`))

    const fits = await uploads([
      ['tags', some(50, 'a')],
      ['tags', some(50, 'b')],
    ])
    const tooMany = await uploads([
      ['tags', some(50, 'a')],
      ['tags', some(51, 'b')],
    ])

    expect(fits.status).toBe(201)
    expect(await tagsOf(fits)).toHaveLength(100)
    expect([tooMany.status, await tooMany.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'bad-multipart', detail: 'Send at most 100 tags.' }),
    ])
  })

  it.each([
    ['nonsense', /^The part “tags” is not valid JSON: /],
    ['"river"', /^The part “tags” must contain a JSON array of at most 100 strings\.$/],
    ['["\\u0000"]', /^The part “tags” contains a NUL character/],
  ])('are refused by name: %s', async (text, detail) => {
    const reply = await uploads([['tags', text]])

    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'bad-multipart', detail: expect.stringMatching(detail) })
  })
})
