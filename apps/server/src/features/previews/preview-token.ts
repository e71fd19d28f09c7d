import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Credential } from '#access/actor.ts'
import { Problem } from '#problem.ts'

/**
 * Short-lived access to one item of work data, on behalf of a session or API key. For documents that send no cookie.
 */
export interface PreviewPass {
  workDataId: string
  /** Access ends when this session or key is no longer valid. */
  credential: Credential
}

const LIFETIME_MS = 60_000

/**
 * Issues and checks tokens for documents that show users' files. The documents have no origin and send no cookie, so a
 * token contains the id of the session or API key, and the time when the token expires. Tokens are signed with a key
 * derived from the server's secret.
 */
export function previewPasses({ secret, now }: { secret: string; now: () => Date }) {
  const key = createHmac('sha256', secret).update('preview documents').digest()
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest()

  return {
    issue({ workDataId, credential }: PreviewPass): string {
      const until = now().getTime() + LIFETIME_MS
      const payload = [workDataId, credential.kind, credential.id, until].join('.')
      return `${Buffer.from(payload).toString('base64url')}.${sign(payload).toString('base64url')}`
    },

    /** Throws a 404 Problem if the token is invalid or expired. */
    open(token: string): PreviewPass {
      const [text = '', signature = ''] = token.split('.')
      const payload = Buffer.from(text, 'base64url').toString('utf8')
      const [workDataId, kind, id, until] = payload.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(payload)
      const genuine = given.length === expected.length && timingSafeEqual(given, expected)
      if (!genuine || !workDataId || !kind || !id || Number(until) < now().getTime()) throw expired()
      return { workDataId, credential: { kind: kind === 'key' ? 'key' : 'session', id } }
    },
  }
}

/** Returns the error for a token that is expired or forged, or whose session or key is no longer valid. */
export function expired(): Problem {
  return new Problem('not-found', 'This preview link has expired. Open the preview again.')
}
