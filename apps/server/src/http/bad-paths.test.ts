import type { ProblemBody } from '@millrace/contracts/problems'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('target'))
const alice = await api.signUp()
const job = await hasJob(alice, stepId, 'Created')

const problemOf = async (reply: Response) => (await reply.json()) as ProblemBody

describe('a path', () => {
  it('returns 404 if it does not exist, and names an unknown action', async () => {
    const action = await alice.post(`${job}/Explode`)
    const document = await alice.get('/api/Nothing/here')

    expect([action.status, (await problemOf(action)).detail]).toEqual([
      404,
      'There is no action or document named Explode. Follow the links and actions of the documents.',
    ])
    expect([document.status, (await problemOf(document)).code]).toEqual([404, 'not-found'])
  })

  it.each([
    ['GET', '/StartProcessing', 'POST, OPTIONS'],
    ['PUT', '', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/Rename', 'POST, OPTIONS'],
    ['PATCH', '/EditTags', 'POST, OPTIONS'],
  ])('replies to other methods with the allowed ones: %s %s', async (method, rest, allow) => {
    const reply = await alice.request(method, `${job}${rest}`)

    expect([reply.status, (await problemOf(reply)).code, reply.headers.get('allow')]).toEqual([
      405,
      'method-not-allowed',
      allow,
    ])
  })

  it('lists the allowed methods if the path exists', async () => {
    const [document, action, missing] = await Promise.all(
      [job, `${job}/Delete`, `${job}/Explode`].map((path) => alice.request('OPTIONS', path)),
    )

    expect([document?.status, document?.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect([action?.status, action?.headers.get('allow')]).toEqual([204, 'POST, DELETE, OPTIONS'])
    expect([missing?.status, missing?.headers.get('allow')]).toEqual([404, null])
  })

  it('says how to authenticate if it requires authentication', async () => {
    const reply = await api.anonymous().get(job)

    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'ApiKey realm="millrace", header="x-api-key"',
    ])
  })

  it('sec/G5 must not contain an API key', async () => {
    for (const query of ['apiKey=mr_x', 'api_key=mr_x', 'x-api-key=mr_x', 'access_token=x']) {
      const reply = await alice.get(`/api/EntryPoint?${query}`)
      expect([query, reply.status]).toEqual([query, 400])
    }
  })

  it('returns 404 if its id is invalid', async () => {
    for (const id of ['1', '%00', '../Info', `${'a'.repeat(5000)}`, "'; drop table job; --"]) {
      expect([id, (await alice.get(`/api/Job/${encodeURIComponent(id)}`)).status]).toEqual([id, 404])
    }
  })
})
