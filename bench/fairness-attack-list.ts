import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type Attacker, FILLING, inBatches, inParallel, request, uploadTable } from './fairness-attack.ts'
import { JOB_ATTACKS } from './fairness-job-attacks.ts'
import { STORAGE_ATTACKS } from './fairness-storage-attacks.ts'
import { WORKFLOW_ATTACKS } from './fairness-workflow-attacks.ts'

/** The attacks of `npm run bench -- fairness`, which measures their effect on other accounts. Add new attacks here. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'lists: 40 parallel tag queries, each with 20 “endswith”',
    async prepare(attacker) {
      const tags = (job: number) => Array.from({ length: 100 }, (_, tag) => `k=${job}-${tag}-${'v'.repeat(20)}`)
      await inBatches(200, 10, async (job) => {
        await addJob(attacker, `job ${job}`, tags(job))
      })
      const TagQueryExpression = Array.from({ length: 20 }, (_, nth) => `k endswith x${nth}`).join(' or ')
      const query = await attacker.client.post('/api/JobQuery/CreateQuery', { Filter: { TagQueryExpression } })
      return (signal) => inParallel(40, signal, () => request(attacker, query, { signal }))
    },
  },
  {
    name: 'lists: 20 parallel requests for pages of large rows',
    async prepare(attacker) {
      const Name = 'n'.repeat(500)
      const Tags = Array.from({ length: 100 }, (_, tag) => `${tag}=${'v'.repeat(900)}`)
      await inBatches(100, 10, async () => {
        await addJob(attacker, Name, Tags)
      })
      const query = await attacker.client.post('/api/JobQuery/CreateQuery', {})
      return (signal) => inParallel(20, signal, () => request(attacker, query, { signal }))
    },
  },
  {
    name: 'requests: 200 in parallel, which read a job and rename it',
    async prepare(attacker) {
      const job = await attacker.client.post('/api/Job/CreateJob', { Name: 'job' })
      const headers = { 'content-type': 'application/json' }
      const rename = { method: 'POST', headers, body: JSON.stringify({ NewName: 'renamed' }) }
      return (signal) =>
        Promise.all([
          inParallel(100, signal, () => request(attacker, job, { signal })),
          inParallel(100, signal, () => request(attacker, `${job}/Rename`, { ...rename, signal })),
        ])
    },
  },
  {
    name: 'archives: 40 in parallel, each of 300 files',
    async prepare(attacker) {
      const names = Array.from({ length: 100 }, (_, file) => `${file}`)
      await inBatches(3, 3, async (batch) => {
        const body = new FormData()
        for (const name of names) body.append('files', new File([`a\n${batch}-${name}\n`], 'levels.csv'))
        await request(attacker, '/api/WorkData/UploadWorkData', { method: 'POST', body })
      })
      const archive = await attacker.client.post('/api/WorkDataQuery/CreateArchive', {})
      return (signal) => inParallel(40, signal, () => request(attacker, archive, { signal }))
    },
  },
  {
    name: 'uploads: 60 in parallel, each of 4 MB',
    async prepare(attacker) {
      const upload = () => {
        const body = new FormData()
        body.append('files', new File([crypto.getRandomValues(new Uint8Array(65_536)), FILLING], 'flood.bin'))
        return body
      }
      return (signal) =>
        inParallel(60, signal, () =>
          request(attacker, '/api/WorkData/UploadWorkData', { method: 'POST', body: upload(), signal }),
        )
    },
  },
  {
    name: 'previews: 40 parallel searches in a table of 10 MB',
    async prepare(attacker) {
      const file = await uploadTable(
        attacker,
        Array.from({ length: 400_000 }, (_, row) => `${row},${row * 7},word ${row}`),
      )
      let searched = 0
      return (signal) =>
        inParallel(40, signal, () =>
          request(attacker, `${file}/Preview?offset=0&sort=b&find=x${searched++}`, { signal }),
        )
    },
  },
  {
    name: 'streams: 300 event streams',
    prepare: async (attacker) => (signal) =>
      inParallel(300, signal, () => request(attacker, '/api/Events', { signal })),
  },
  {
    name: 'slow bodies: 300 sockets without a session, 300 with a key',
    prepare: async (attacker) => (signal) =>
      Promise.all([
        inParallel(300, signal, () => dripping(attacker, '/api/auth/sign-in/email', {}, signal)),
        inParallel(300, signal, () =>
          dripping(attacker, '/api/Job/CreateJob', { 'x-api-key': attacker.client.key }, signal),
        ),
      ]),
  },
  {
    name: 'keys: 300 parallel requests with wrong keys',
    prepare: async (attacker) => (signal) => inParallel(300, signal, () => wrongKey(attacker, signal)),
  },
  {
    name: 'downloads: 1,000 that read nothing of a table of 10 MB',
    async prepare(attacker) {
      const file = await uploadTable(
        attacker,
        Array.from({ length: 400_000 }, (_, row) => `${row},${row * 7},word ${row}`),
      )
      return (signal) => inParallel(1000, signal, () => unread(attacker, file, signal))
    },
  },
  ...STORAGE_ATTACKS,
  ...JOB_ATTACKS,
  ...WORKFLOW_ATTACKS,
]

async function addJob({ client }: Attacker, Name: string, Tags: string[]): Promise<void> {
  const job = await client.post('/api/Job/CreateJob', { Name })
  await client.post(`${job}/EditTags`, { Tags })
}

async function wrongKey({ url, count }: Attacker, signal: AbortSignal): Promise<void> {
  const reply = await fetch(`${url}/api/EntryPoint`, { headers: { 'x-api-key': crypto.randomUUID() }, signal })
  await reply.text()
  count(reply.status)
}

/** Starts a download but reads nothing until the connection is closed. */
async function unread({ client, count }: Attacker, file: string, signal: AbortSignal): Promise<void> {
  const { hostname, port, host, pathname } = new URL(`${file}/Download`)
  const socket = connect(Number(port), hostname).pause()
  let end = 'cut off'
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? end))
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${client.key}\r\n\r\n`)
  while (!socket.destroyed && !signal.aborted) await sleep(200)
  count(socket.destroyed ? end : 'open')
  socket.destroy()
}

/** Sends a request body at one byte per second until the server refuses the request. */
async function dripping(
  { url, count }: Attacker,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host, 'content-type': 'application/json', 'content-length': '1000', ...headers })
  let status = 'cut off'
  socket.on('error', () => {})
  socket.on('data', (chunk) => (status = /^HTTP\/1.1 (\d+)/.exec(String(chunk))?.[1] ?? status))
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{`)
  while (!socket.destroyed && !socket.closed && !socket.readableEnded && !signal.aborted) {
    await sleep(1000)
    socket.write(' ')
  }
  socket.destroy()
  count(status)
}
