import type { AuthContext } from 'better-auth'

/** What the token of an emailed /verify-email or /verify-email-change link represents. */
export type Verification = { kind: 'token'; token: string } | { kind: 'undo'; userId: string; address: string }

type Store = AuthContext['internalAdapter']

/**
 * better-auth's verification tokens are signed and work until they expire. People receive a random token instead that
 * works once; the signed one is stored among the single-use values.
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

/** Consumes a token: one of several parallel calls gets it. Undefined when it is used, expired or invented. */
export async function takeVerification(store: Store, text: string): Promise<Verification | undefined> {
  const found = await store.consumeVerificationValue(identifierOf(text))
  return found ? (JSON.parse(found.value) as Verification) : undefined
}

function identifierOf(text: string): string {
  return `verify-email:${text}`
}
