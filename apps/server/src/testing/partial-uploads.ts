import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { TestClient } from './client.ts'

export const TUS = { 'tus-resumable': '1.0.0' }
export const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Creates a partial upload of this many bytes and returns the reply. */
export function announce(
  client: TestClient,
  length: number,
  metadata: Record<string, string> = { filename: 'data.bin' },
) {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`)
  return client.request('POST', '/api/Uploads', {
    headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': pairs.join(',') },
  })
}

/** Creates a partial upload and returns its path. */
export async function begins(client: TestClient, length: number, metadata?: Record<string, string>): Promise<string> {
  const reply = await announce(client, length, metadata)
  expect(reply.status).toBe(201)
  return new URL(reply.headers.get('location') ?? '').pathname
}

export const send = (
  client: TestClient,
  upload: string,
  offset: number,
  body: unknown,
  headers: Record<string, string> = {},
  method: 'PATCH' | 'POST' = 'PATCH',
) =>
  client.request(method, upload, {
    body,
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
  })

/** Returns the value of a `Repr-Digest` header for this content. */
export const digestOf = (bytes: Uint8Array | string) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
