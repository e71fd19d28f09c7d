import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { askAuth } from '#lib/session.ts'
import { PASSKEY_TEXTS, passkeyProblem } from './passkey-texts.ts'

/**
 * Signs in with the passkey that the user picks. Throws an error with a message for the user if this fails or is
 * canceled.
 */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await askAuth((auth) =>
    auth.$fetch<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options'),
  )
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw withOurMessage(error, PASSKEY_TEXTS.notUsed)
  })
  await askAuth((auth) =>
    auth.$fetch<unknown>('/passkey/verify-authentication', { method: 'POST', body: { response } }),
  ).catch((error: Error) => {
    throw new Error(passkeyProblem(error), { cause: error })
  })
}

export interface NewPasskey {
  name: string
  /** Undefined for accounts without a password. */
  password: string | undefined
}

/** Adds a passkey. The password is checked first, so that no authenticator stores a passkey that the server refuses. */
export async function addPasskey({ name, password }: NewPasskey): Promise<void> {
  if (password !== undefined) {
    await askAuth((auth) => auth.$fetch<unknown>('/verify-password', { method: 'POST', body: { password } }))
  }
  const optionsJSON = await askAuth((auth) =>
    auth.$fetch<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options'),
  )
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw withOurMessage(error, PASSKEY_TEXTS.notAdded)
  })
  await askAuth((auth) =>
    auth.$fetch<unknown>('/passkey/verify-registration', { method: 'POST', body: { response, name, password } }),
  )
}

/**
 * The browser's message is replaced, because it is not helpful: browsers report a canceled request, a timeout and a
 * missing passkey in the same way, so that pages can't distinguish them.
 */
function withOurMessage(error: unknown, otherwise: string): Error {
  const code = error instanceof WebAuthnError ? error.code : undefined
  return new Error((code && PASSKEY_TEXTS.browser[code]) ?? otherwise, { cause: error })
}
