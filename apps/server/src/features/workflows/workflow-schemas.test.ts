import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi()

describe('the JSON Schema of workflow definitions', () => {
  it('is public, also for pages of other origins, and names its own URL', async () => {
    const reply = await api.anonymous().get('/schemas/workflow-definition/1', { origin: 'https://editor.example' })
    const schema = (await reply.json()) as { $id: string; required: string[] }

    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/schema+json')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(schema.$id).toBe('http://localhost:3000/schemas/workflow-definition/1')
    expect(schema.required).toEqual(['version', 'title', 'nodes'])
  })

  it('exists for known versions only', async () => {
    expect((await api.anonymous().get('/schemas/workflow-definition/2')).status).toBe(404)
  })
})
