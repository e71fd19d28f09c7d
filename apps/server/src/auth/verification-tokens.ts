import type { AuthContext } from 'better-auth'

/** What a mailed link of /verify-email and /verify-email-change stands for. */
export type Verification = { kind: 'token'; token: string } | { kind: 'undo'; userId: string; address: string }

type Store = AuthContext['internalAdapter']

/**
 * better-auth signs what it mails for verification, and such a text would work until it expires. So people get a random
 * text instead that works once; the signed one waits in the table of single-use values.
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

/** Takes the verification of a mailed text; of parallel calls one gets it. Undefined when it is used, old or made up. */
export async function takeVerification(store: Store, text: string): Promise<Verification | undefined> {
  const found = await store.consumeVerificationValue(identifierOf(text))
  return found ? (JSON.parse(found.value) as Verification) : undefined
}

function identifierOf(text: string): string {
  return `verify-email:${text}`
}
