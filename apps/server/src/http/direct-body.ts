import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { FileContent } from '@millrace/storage/file-content'
import type { Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'

interface DirectBody {
  body: ReadableStream
  source: Readable
}

/** Direct bodies, by the response object of Node that they belong to. */
const bodies = new WeakMap<object, DirectBody>()

/**
 * Creates a body for a large reply. `sendDirectly` writes this body to the connection, because a Web stream would take
 * most of a download's time. Without a connection, as in tests, the body is an ordinary Web stream.
 */
export function directBody(c: Context<AppEnv>, source: Readable): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= source[Symbol.asyncIterator]()
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void source.destroy(),
    },
    // Nothing is read ahead, so that `sendDirectly` can send the source from its first byte.
    { highWaterMark: 0 },
  )
  if (c.env?.outgoing) bodies.set(c.env.outgoing, { body, source })
  return body
}

/**
 * Returns a function that handles requests like `handle`, but writes direct bodies to the connection. Does not touch
 * the `body` of other replies: Hono’s server sends a string in half the time if nobody has accessed it as a Web stream.
 */
export function sendDirectly(handle: Hono<AppEnv>['fetch']) {
  return async (request: Request, env: HttpBindings | Http2Bindings): Promise<Response> => {
    const reply = await handle(request, env)
    const direct = bodies.get(env.outgoing)
    if (direct === undefined || reply.body !== direct.body) return reply
    // The cast is safe, because the server supports HTTP/1.1 only.
    void pipe(reply, direct.source, env.outgoing as ServerResponse)
    return RESPONSE_ALREADY_SENT
  }
}

async function pipe(reply: Response, source: Readable, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(reply.status, Object.fromEntries(reply.headers))
  // If one side fails, the other is destroyed. The client recognizes an incomplete body by its Content-Length.
  if (source instanceof FileContent) await source.sendTo(outgoing)
  else await pipeline(source, outgoing).catch(() => {})
}
