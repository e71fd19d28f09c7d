import type { NewApiKey } from '@millrace/contracts/api-keys'
import { SIREN_TYPE, type SirenAction, type SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [clean = '', plot = ''] = await worker.registers(manifest('clean'), manifest('plot'))

type Read = (path: string) => Promise<Response>

/** Follows links, starting from `paths`. Returns every document found, keyed by path. */
async function documentsFrom(paths: string[], read: Read): Promise<Map<string, SirenDocument>> {
  const found = new Map<string, SirenDocument>()
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || path.includes('/Events')) continue
    const reply = await read(path)
    if (reply.status !== 200 || reply.headers.get('content-type') !== SIREN_TYPE) {
      await reply.body?.cancel()
      continue
    }
    const document = (await reply.json()) as SirenDocument
    found.set(path, document)
    waiting.push(...linksOf(document).map((href) => pathOf(href)))
  }
  return found
}

const pathOf = (href: string) => new URL(href, 'http://localhost:3000').href.replace('http://localhost:3000', '')

function linksOf({ links, entities }: SirenDocument): string[] {
  return [...links.filter(({ type }) => type === undefined).map(({ href }) => href), ...entities.flatMap(linksOf)]
}

function actionsOf({ actions, entities }: SirenDocument): SirenAction[] {
  return [...actions, ...entities.flatMap(actionsOf)]
}

const named = ({ method = 'GET', href, name }: SirenAction) => `${method} ${pathOf(href)} ${name}`

/** Creates a user with a job of each step, a file, and the queries that list them. */
async function hasThings() {
  const mara = await api.signUp()
  const things = [
    ...(await Promise.all([clean, plot].map((step) => hasJob(mara, step, 'ReadyForProcessing')))),
    await uploads(mara, 'gauges.csv', 'a,b\n1,2\n'),
  ]
  const lists = await Promise.all(
    ['JobQuery', 'WorkDataQuery', 'ProcessingStepQuery'].map(async (query) => {
      const reply = await mara.post(`/api/${query}/CreateQuery`, {})
      return reply.headers.get('location') ?? ''
    }),
  )
  return { mara, paths: ['/api/EntryPoint', ...[...things, ...lists].map(pathOf)] }
}

describe('the actions of every document', () => {
  it.each(['access=read', 'access=run', 'access=run&steps=clean', 'steps=clean'])(
    'sec/G3 are those that the key may run: %s',
    { timeout: 60_000 },
    async (limits) => {
      const { mara, paths } = await hasThings()
      const { key } = (await (await mara.post(`/api/keys?${limits}`)).json()) as NewApiKey
      const withKey = { 'x-api-key': key }
      const all = await documentsFrom(paths, (path) => mara.get(path))
      const shown = await documentsFrom(paths, (path) => api.anonymous().get(path, withKey))
      const offered = [...shown.values()].flatMap(actionsOf)
      const names = new Set(offered.map(named))
      const left = [...all.values()].flatMap(actionsOf).filter((action) => !names.has(named(action)))
      const ask = async (action: SirenAction, body: unknown) => {
        const options = action.method === 'GET' ? { headers: withKey } : { headers: withKey, body }
        const reply = await api.anonymous().request(action.method ?? 'GET', pathOf(action.href), options)
        await reply.body?.cancel()
        return reply.status
      }

      expect(shown.size).toBeGreaterThan(15)
      expect(new Set(shown.keys())).toEqual(new Set(all.keys()))
      expect(left.length).toBeGreaterThan(0)
      for (const action of left) expect([named(action), await ask(action, {})]).toEqual([named(action), 403])
      for (const action of offered)
        expect([named(action), await ask(action, 'unusable')]).not.toEqual([named(action), 403])
    },
  )
})
