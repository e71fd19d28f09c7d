import { call } from './api.ts'

/** The bytes of a file from `start` up to, but not including, `end`. */
export async function readBytes(
  href: string,
  { start, end }: { start: number; end: number },
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (end <= start) return new Uint8Array()
  const reply = await call(href, { headers: { range: `bytes=${start}-${end - 1}` }, signal })
  const bytes = new Uint8Array(await reply.arrayBuffer())
  // Without support for ranges, a proxy would send the whole file.
  return reply.status === 206 ? bytes : bytes.slice(start, end)
}

/** A whole text file. Invalid characters become U+FFFD. */
export async function readText(href: string, signal?: AbortSignal): Promise<string> {
  return (await call(href, { signal })).text()
}
