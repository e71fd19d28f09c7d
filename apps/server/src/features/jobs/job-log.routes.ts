import { document, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import { siren } from '#http/siren.ts'
import { rangeOf } from '#http/stored-content.ts'
import { pathId, valid } from '#http/valid.ts'
import { href } from '#links.ts'
import { Problem } from '#problem.ts'
import { LOG_TYPE } from './job-log.rules.ts'
import type { JobLogService } from './job-log.service.ts'

const LinesSearch = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(5000).default(1000),
})

/** Maximum number of lines that clients of protocol 10 and later receive, from the end of the log. */
const LOGS_MAX = 1000

/**
 * HTTP routes for a job's log: as plain text with ranges, as pages of lines, and in the format for clients of protocol
 * 10 and later. Mounted at /api.
 */
export function jobLogRoutes(log: JobLogService) {
  return new Hono<AppEnv>()
    .get('/Job/:id/LogLines', async (c) => {
      const { offset, limit } = valid(LinesSearch, c.req.query())
      const id = pathId(c)
      const page = await log.lines(c.var.actor.scope, id, offset, limit)
      const self = `${href.job(c.var.origin, id)}/LogLines`
      const next = `${self}?offset=${page.NextOffset}`
      const links = [
        link('self', `${self}?offset=${offset}&limit=${limit}`),
        ...(page.NextOffset < page.Total ? [link('next', next)] : []),
      ]
      return siren(c, document('JobLog', { properties: page, links }))
    })
    .get('/Job/:id/Logs', async (c) => {
      const id = pathId(c)
      const { Lines, Total } = await log.lines(c.var.actor.scope, id, -LOGS_MAX, LOGS_MAX)
      const logs = Lines.map(({ At, Stream, Text, Attempt }) => ({
        timestamp: At,
        stream: Stream,
        message: Text,
        attempt: Attempt,
      }))
      const properties = { current: logs.length, total: Total, limit: LOGS_MAX, logs }
      return siren(c, document('log', { properties, links: [link('self', `${href.job(c.var.origin, id)}/Logs`)] }))
    })
    .get('/Job/:id/Log', async (c) => {
      const id = pathId(c)
      const { ownerId, bytes } = await log.extent(c.var.actor.scope, id)
      const asked = rangeOf(c.req.header('range') ?? '', bytes)
      if (asked === 'unsatisfiable') {
        c.header('Content-Range', `bytes */${bytes}`)
        throw new Problem('range-not-satisfiable', `The log has ${bytes} bytes so far.`)
      }
      const range = asked ?? { start: 0, end: bytes - 1 }
      const body = ReadableStream.from(log.text({ ...c.var.actor, ownerId }, id, range))
      return new Response(body as ReadableStream<Uint8Array>, {
        status: asked ? 206 : 200,
        headers: {
          'Content-Type': LOG_TYPE,
          'Content-Disposition': `inline; filename="job-${id}.log"`,
          'Accept-Ranges': 'bytes',
          ...(asked && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
        },
      })
    })
}
