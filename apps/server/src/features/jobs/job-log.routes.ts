import { asActor } from '@millrace/db/act'
import { document, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Actor } from '#access/actor.ts'
import { onOwnOrForeign } from '#access/reach-resource.ts'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { siren } from '#http/siren.ts'
import { pathId, valid } from '#http/valid.ts'
import { href } from '#links.ts'
import { Problem } from '#problem.ts'
import { rangeOf } from '../work-data/downloads.routes.ts'
import { LOG_TYPE, plainText } from './job-log.rules.ts'
import * as store from './job-log.store.ts'
import { find } from './jobs.store.ts'

const LinesSearch = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(5000).default(1000),
})

/** How many lines clients of protocol 10 and later get: the last ones. */
const MOST_LOGS = 1000

/** HTTP for the log of a job: as plain text with ranges, as pages of lines, and as newer clients read it. Mounted at /api. */
export function jobLogRoutes(deps: Pick<Deps, 'db' | 'log'>) {
  return new Hono<AppEnv>()
    .get('/Job/:id/LogLines', async (c) => {
      const { offset, limit } = valid(LinesSearch, c.req.query())
      const id = pathId(c)
      const page = await readLines(deps, c.var.actor, id, offset, limit)
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
      const { Lines, Total } = await readLines(deps, c.var.actor, id, -MOST_LOGS, MOST_LOGS)
      const logs = Lines.map(({ At, Stream, Text, Attempt }) => ({
        timestamp: At,
        stream: Stream,
        message: Text,
        attempt: Attempt,
      }))
      const properties = { current: logs.length, total: Total, limit: MOST_LOGS, logs }
      return siren(c, document('log', { properties, links: [link('self', `${href.job(c.var.origin, id)}/Logs`)] }))
    })
    .get('/Job/:id/Log', async (c) => {
      const id = pathId(c)
      const { ownerId, bytes } = await onOwnOrForeign(deps, c.var.actor, async (tx, whose) => {
        const job = await find(tx, whose, id)
        return job && { ownerId: job.ownerId, ...(await store.extent(tx, id)) }
      })
      const asked = rangeOf(c.req.header('range') ?? '', bytes)
      if (asked === 'unsatisfiable') {
        c.header('Content-Range', `bytes */${bytes}`)
        throw new Problem('range-not-satisfiable', `The log has ${bytes} bytes so far.`)
      }
      const range = asked ?? { start: 0, end: bytes - 1 }
      const body = ReadableStream.from(textOf(deps, { ...c.var.actor, ownerId }, id, range))
      return new Response(body as ReadableStream<Uint8Array>, {
        status: asked ? 206 : 200,
        headers: {
          'Content-Type': LOG_TYPE,
          'Content-Disposition': `inline; filename="job-${id}.log"`,
          'Accept-Ranges': 'bytes',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          ...(asked && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
        },
      })
    })
}

/** A page of lines; an offset below 0 counts from the end. */
function readLines(deps: Pick<Deps, 'db' | 'log'>, actor: Actor, id: string, from: number, limit: number) {
  return onOwnOrForeign(deps, actor, async (tx, whose) => {
    if (!(await find(tx, whose, id))) return undefined
    const { lines: Total, truncated } = await store.extent(tx, id)
    const offset = from < 0 ? Math.max(Total + from, 0) : from
    const chunks = await store.chunksOfLines(tx, id, offset, limit)
    const all = chunks.flatMap((chunk) =>
      chunk.lines.map(([At, Stream, Text], index) => ({
        Number: chunk.firstLine + index,
        At,
        Stream,
        Text,
        Attempt: chunk.attempt,
      })),
    )
    const Lines = all.filter((line) => line.Number >= offset).slice(0, limit)
    return { Lines, Offset: offset, NextOffset: offset + Lines.length, Total, Truncated: truncated }
  })
}

/** The plain-text log between two bytes, a few chunks at a time. */
async function* textOf({ db }: Pick<Deps, 'db'>, actor: Actor, id: string, range: { start: number; end: number }) {
  for (let after = -1; ; ) {
    const chunks = await asActor(db, actor, (tx) => store.chunksAfter(tx, id, after))
    for (const chunk of chunks) {
      after = chunk.chunk
      const bytes = Buffer.from(plainText(chunk.lines))
      const part = bytes.subarray(
        Math.max(range.start - chunk.firstByte, 0),
        Math.max(range.end + 1 - chunk.firstByte, 0),
      )
      if (part.length > 0) yield new Uint8Array(part)
      if (chunk.firstByte + chunk.byteCount > range.end) return
    }
    if (chunks.length === 0) return
  }
}
