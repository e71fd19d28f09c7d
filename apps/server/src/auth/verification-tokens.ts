import type { AuthContext } from 'better-auth'

/** The meaning of a token in an emailed /verify-email or /verify-email-change link. */
export type Verification = { kind: 'token'; token: string } | { kind: 'undo'; userId: string; address: string }

type Store = AuthContext['internalAdapter']

/**
 * Stores a verification under a random token that works once, and returns that token for the email. better-auth's own
 * tokens work repeatedly until they expire. So they are stored in the verification and never emailed.
 */
export async function storeVerification(
  store: Store,
  deps: { randomBytes(count: number): Buffer; now(): Date },
  verification: Verification,
  seconds: number,
): Promise<string> {
  const text = deps.randomBytes(32).toString('base64url')
  await store.createVerificationValue({
    identifier: identifierOf(text),
    value: JSON.stringify(verification),
    expiresAt: new Date(deps.now().getTime() + seconds * 1000),
  })
  return text
}

/**
 * Consumes a token and returns its content. Undefined if the token is unknown, expired or used, even by a parallel
 * call.
 */
export async function takeVerification(store: Store, text: string): Promise<Verification | undefined> {
  const found = await store.consumeVerificationValue(identifierOf(text))
  return found ? (JSON.parse(found.value) as Verification) : undefined
}

function identifierOf(text: string): string {
  return `verify-email:${text}`
}
