import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

export interface EventStream {
  /** Resolves with the next event whose resource has this URL. */
  next(href: string): Promise<void>
  isOver: boolean
  close(): void
}

export async function openStream(url: string, key: string): Promise<EventStream> {
  const request = get(`${url}/api/Events`, { agent: false, headers: { 'x-api-key': key } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`The stream request returned ${reply.statusCode}.`)
  const waiting = new Set<{ href: string; settle: () => void }>()
  const stream: EventStream = {
    isOver: false,
    next: (href) => new Promise((settle) => void waiting.add({ href, settle })),
    close: () => request.destroy(),
  }
  reply.setEncoding('utf8')
  reply.on('data', (text: string) => {
    for (const one of waiting) {
      if (!text.includes(`"${one.href}"`)) continue
      waiting.delete(one)
      one.settle()
    }
  })
  reply.on('end', () => {
    stream.isOver = true
  })
  reply.on('error', () => {})
  request.on('error', () => {})
  return stream
}
