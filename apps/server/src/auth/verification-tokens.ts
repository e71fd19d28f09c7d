import type { AuthContext } from 'better-auth'

/** The meaning of a token in an emailed /verify-email or /verify-email-change link. */
export type Verification = { kind: 'token'; token: string } | { kind: 'undo'; userId: string; address: string }

type Store = AuthContext['internalAdapter']

/**
 * better-auth's verification tokens are signed and work until they expire. Instead, emails contain a random token that
 * works once, and the signed one is stored with better-auth's single-use values.
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

/** Consumes a token. Only one of several parallel calls gets it. Undefined if it is used, expired or unknown. */
export async function takeVerification(store: Store, text: string): Promise<Verification | undefined> {
  const found = await store.consumeVerificationValue(identifierOf(text))
  return found ? (JSON.parse(found.value) as Verification) : undefined
}

function identifierOf(text: string): string {
  return `verify-email:${text}`
}
