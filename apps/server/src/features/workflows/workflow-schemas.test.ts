import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi()

describe('the JSON Schemas of workflow documents', () => {
  it.each([
    ['workflow-definition', ['version', 'title', 'nodes']],
    ['workflow-report', ['version', 'title', 'execution', 'definition', 'variables', 'outputs', 'nodes']],
  ])('are public, even for pages of other origins, and contain their own URL: %s', async (name, required) => {
    const reply = await api.anonymous().get(`/schemas/${name}/1`, { origin: 'https://editor.example' })
    const schema = (await reply.json()) as { $id: string; required: string[] }

    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/schema+json')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(schema.$id).toBe(`http://localhost:3000/schemas/${name}/1`)
    expect(schema.required).toEqual(required)
  })

  it('exist for known versions only', async () => {
    expect((await api.anonymous().get('/schemas/workflow-definition/2')).status).toBe(404)
  })
})
