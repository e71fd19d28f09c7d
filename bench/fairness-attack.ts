import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './api-clients.ts'

/** The account that runs an attack, and the product that it attacks. */
export interface Attacker {
  url: string
  /** Used only for preparations that an attacker cannot make, such as registering public steps. */
  dataDirectory: string
  client: Client
  /** Counts a reply with this status, or a failed request with this error. */
  count(outcome: number | string): void
}

/** An attack: requests that an ordinary account sends at full speed. */
export interface Attack {
  name: string
  /** Allowed growth of the stored files during the attack, in MB. */
  filesMb?: number
  /** Prepares the attack before the measurement. Returns a function that attacks until the signal is aborted. */
  prepare(attacker: Attacker): Promise<(signal: AbortSignal) => Promise<unknown>>
}

export const FILLING = new Uint8Array(4_000_000)

/** Uploads a table with the columns a, b and c. Returns its URL, or an empty string if the server refuses it. */
export async function uploadTable({ url, client }: Attacker, rows: string[]): Promise<string> {
  const body = new FormData()
  body.append('files', new File([`a,b,c\n${rows.join('\n')}\n`], 'large.csv'))
  const reply = await fetch(`${url}/api/WorkData/UploadWorkData`, {
    method: 'POST',
    headers: { 'x-api-key': client.key },
    body,
  })
  return reply.headers.get('location') ?? ''
}

/** Sends a request with the attacker's key and reads the whole reply. */
export async function request({ url, client, count }: Attacker, path: string, init: RequestInit): Promise<void> {
  const headers = new Headers(init.headers)
  headers.set('x-api-key', client.key)
  const reply = await fetch(new URL(path, url), { ...init, headers })
  await reply.body?.pipeTo(new WritableStream())
  count(reply.status)
}

/** Keeps `count` tasks running until the signal is aborted. */
export function inParallel(count: number, signal: AbortSignal, task: () => Promise<void>): Promise<unknown> {
  const loop = async () => {
    while (!signal.aborted) await task().catch(() => sleep(10))
  }
  return Promise.all(Array.from({ length: count }, loop))
}

/** Runs a task at least `count` times, in full batches of `size` that run one after another. */
export async function inBatches(count: number, size: number, task: (nth: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += size) {
    await Promise.all(Array.from({ length: size }, (_, index) => task(start + index)))
  }
}
