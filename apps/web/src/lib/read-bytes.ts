import { call } from './api.ts'

/** Reads the bytes of a file from `start` to `end`, exclusive. */
export async function readBytes(
  href: string,
  { start, end }: { start: number; end: number },
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (end <= start) return new Uint8Array()
  const reply = await call(href, { headers: { range: `bytes=${start}-${end - 1}` }, signal })
  const bytes = new Uint8Array(await reply.arrayBuffer())
  // A proxy that doesn’t support ranges sends the whole file.
  return reply.status === 206 ? bytes : bytes.slice(start, end)
}

/** Reads a whole text file. Invalid bytes become U+FFFD. */
export async function readText(href: string, signal?: AbortSignal): Promise<string> {
  return (await call(href, { signal })).text()
}
