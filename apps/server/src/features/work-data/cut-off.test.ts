import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { ORIGIN } from '#testing/client.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()
const soon = { timeout: 10_000, interval: 50 }
const HEAD = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n'

type Client = Awaited<ReturnType<typeof api.signUp>>
const cookieOf = (client: Client) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Starts an upload that sends bytes until the server aborts it. The returned object later contains the reply. */
function endlessUpload(headers: Record<string, string>) {
  const upload = { isOpen: true, reply: undefined as Response | undefined }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(HEAD)),
    async pull(controller) {
      await new Promise((settle) => setTimeout(settle, 50))
      if (upload.isOpen) controller.enqueue(new TextEncoder().encode('1,2\n'))
    },
    cancel() {
      upload.isOpen = false
    },
  })
  const type = { 'content-type': 'multipart/form-data; boundary=x', host: 'localhost:3000', origin: ORIGIN }
  const init = { method: 'POST', headers: { ...type, ...headers }, body, duplex: 'half' }
  const request = new Request(`${ORIGIN}/api/WorkData/UploadWorkData`, init as RequestInit)
  void Promise.resolve(api.app.fetch(request)).then((reply) => (upload.reply = reply))
  return upload
}

async function filesOf(client: Client): Promise<number> {
  const { rows } = await asSystem(api.deps.db, (tx) =>
    tx.query<{ files: number }>('select count(*)::int as files from work_data where owner_id = $1', [client.publicId]),
  )
  return rows[0]?.files ?? -1
}

describe('a transfer in progress', () => {
  it('sec/C6 is aborted within seconds when its user is banned, and stores nothing', async () => {
    const mara = await api.signUp()
    await uploads(mara)
    const upload = endlessUpload({ cookie: cookieOf(mara) })

    await api.administrator.post('/api/auth/admin/ban-user', { userId: mara.userId })

    await expect.poll(() => upload.reply?.status, soon).toBe(401)
    expect(upload.isOpen).toBe(false)
    expect(await filesOf(mara)).toBe(1)
  })

  it('sec/G4 is aborted within seconds when its key is disabled', async () => {
    const mara = await api.signUp()
    const { id, key } = (await (await mara.post('/api/keys')).json()) as { id: string; key: string }
    const upload = endlessUpload({ 'x-api-key': key })

    await mara.request('PUT', `/api/keys/${id}`, { body: { active: false } })

    await expect.poll(() => upload.reply?.status, soon).toBe(401)
    expect(await filesOf(mara)).toBe(0)
  })

  it('sec/C6 is aborted in the same way if it is a download', async () => {
    const mara = await api.signUp()
    const at = await uploads(mara, 'large.csv', new Uint8Array(8_000_000).fill(49))
    const reader = (await mara.get(`${at}/Download`)).body!.getReader()
    await reader.read()

    await mara.post('/api/auth/sign-out')

    const rest = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        await new Promise((settle) => setTimeout(settle, 200))
      }
    })()
    await expect(rest).rejects.toThrow('The session or key expired or was revoked')
  })
})
