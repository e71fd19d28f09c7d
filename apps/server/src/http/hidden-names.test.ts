import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { formOf, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'
import { hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('named'))

const HIDDEN = {
  ESC: '\u001b',
  'a line feed': '\n',
  'U+00AD': '\u00ad',
  'U+061C': '\u061c',
  'U+180E': '\u180e',
  'U+200B': '\u200b',
  'U+200C between Latin letters': '\u200c',
  'U+200D between Latin letters': '\u200d',
  'U+200D in front of an emoji': '\u200d\u{1f30a}',
  'two joiners after a virama': '\u0d9a\u0dca\u200d\u200d\u0dc2',
  'U+200C after an Arabic letter that joins nothing': '\u062f\u200c\u0627',
  'U+200C at the end of an Arabic word': '\u06cc\u200c ',
  'U+202E': '\u202e',
  'U+2066': '\u2066',
  'U+3164': '\u3164',
  'U+E0041': '\u{e0041}',
}

/** Sinhala, Malayalam, Bengali, Persian, and sequences of emoji. */
const JOINED = [
  'ශ්\u200dරී ලංකා',
  'ക്\u200cഷ',
  'র\u200d্যাব',
  'می\u200cخواهم خانه\u200cها',
  'Mara 👩🏽\u200d🔬 👨\u200d👩\u200d👧 🏳️\u200d🌈',
]

let mara: Awaited<ReturnType<typeof api.signUp>>
let job: string
let data: string
let count = 0

beforeAll(async () => {
  mara = await api.signUp()
  await hasOrganization(mara)
  job = await hasJob(mara, stepId, 'Created')
  data = await uploads(mara, 'levels.csv', 'a\n1\n')
})

const account = (path: string, body: object) => mara.post(`/api/auth/${path}`, body)

/** Every request that sets a name which other users see. */
const NAMES: Record<string, (name: string) => Promise<Response>> = {
  'a new job': (name) => mara.post('/api/Job/CreateJob', { Name: name }),
  'a renamed job': (name) => mara.post(`${job}/Rename`, { NewName: name }),
  'a file': (name) => mara.request('POST', '/api/WorkData/UploadWorkData', { body: formOf(`${name}.csv`, 'a\n1\n') }),
  'a renamed file': (name) => mara.post(`${data}/Rename`, { NewName: `${name}.csv` }),
  'the title of a step': (name) =>
    worker.call('PUT', '/worker/v1/steps', { manifests: [manifest(`titled_${++count}`, { title: name })] }),
  'an account': (name) =>
    api.anonymous().post('/api/auth/sign-up/email', {
      name,
      email: `${crypto.randomUUID()}@example.org`,
      password: 'still water runs deep',
    }),
  'a renamed account': (name) => account('update-user', { name }),
  'an organization': (name) => account('organization/create', { name, slug: `lab-${crypto.randomUUID()}` }),
  'a renamed organization': (name) => account('organization/update', { data: { name } }),
  'a team': (name) => account('organization/create-team', { name }),
  'an API key': (note) => mara.post(`/api/keys?note=${encodeURIComponent(note)}`),
  'a role': (role) => account('organization/create-role', { role, permission: { team: ['create'] } }),
}

describe('a name that could imitate another', () => {
  it.each(Object.entries(NAMES))('sec/I8 is refused for %s', async (_what, call) => {
    for (const [what, character] of Object.entries(HIDDEN)) {
      const reply = await call(`re${character}al`)
      expect([what, reply.status, await reply.text()]).toEqual([
        what,
        expect.toBeOneOf([400, 422]),
        expect.stringContaining('invisible characters'),
      ])
    }
  })

  it.each(Object.entries(NAMES))('is accepted for %s if all its characters show', async (_what, call) => {
    for (const name of ['Köln 水位 №1', 'مستوى الماء', 'Grüße 🌊', ...JOINED]) {
      expect((await call(name)).status).toBeLessThan(300)
    }
  })
})
