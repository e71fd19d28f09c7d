import { type FetchLine, UploadFromUrlParameters } from '@millrace/contracts/work-data'
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { withFetched } from '#http/body-stream.ts'
import { idempotent } from '#http/idempotency.ts'
import { problemBody } from '#http/problem-response.ts'
import { actionParameters } from '#http/valid.ts'
import { href } from '#links.ts'
import type { RemoteFile, RemoteFiles } from './remote-files.service.ts'
import type { WorkDataService } from './work-data.service.ts'

const TOLD_EVERY_MS = 500

interface Services {
  workData: Pick<WorkDataService, 'receive' | 'store' | 'record'>
  remote: RemoteFiles
}

/**
 * HTTP routes for files that the server fetches. Mounted at /api. The response is JSON Lines: first the progress, so
 * that proxies don't time out, and finally the work data or a problem. Closing the connection ends the transfer.
 */
export function uploadFromUrlRoutes({ workData, remote }: Services, deps: Pick<Deps, 'db' | 'log'>) {
  return new Hono<AppEnv>().post('/WorkDataRoot/UploadFromUrl', async (c) => {
    const { Url, Tags } = await actionParameters(c, 'UploadFromUrlParameters', UploadFromUrlParameters)
    const ended = new AbortController()
    c.req.raw.signal.addEventListener('abort', () => ended.abort(), { once: true })
    const file = await remote.open(
      Url,
      AbortSignal.any([ended.signal, AbortSignal.timeout(c.var.body.limits.uploadMs)]),
    )
    c.header('Content-Type', 'application/jsonl')
    c.header('X-Accel-Buffering', 'no')

    return stream(c, async (reply) => {
      reply.onAbort(() => ended.abort())
      const say = (line: FetchLine) => reply.writeln(JSON.stringify(line))
      const progress = () => say({ ReceivedBytes: file.receivedBytes(), TotalBytes: file.sizeInBytes ?? null })
      await progress()
      const timer = setInterval(() => void progress(), TOLD_EVERY_MS)
      try {
        const id = await withFetched(c, file.content, (content) => stored({ ...file, content }))
        await say({
          WorkDataUrl: href.workData(c.var.origin, id),
          Name: file.name,
          SizeInBytes: file.receivedBytes(),
        })
      } catch (error) {
        await say({ Problem: problemBody(error, c, deps.log) })
      } finally {
        clearInterval(timer)
      }
    })

    async function stored(file: RemoteFile): Promise<string> {
      const incoming = workData.receive(c.var.actor, file.sizeInBytes)
      try {
        const stored = await workData.store(file, incoming)
        const upload = { files: [stored], tags: Tags ?? [] }
        return await idempotent(
          c,
          deps.db,
          { Url, tags: upload.tags, sha256: stored.sha256 },
          async (recordCreated) => {
            const [row] = await workData.record(c.var.actor, upload, incoming, recordCreated)
            return row?.id ?? ''
          },
        )
      } finally {
        await incoming.end()
      }
    }
  })
}
