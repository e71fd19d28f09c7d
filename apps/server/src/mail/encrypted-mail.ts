import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Mail } from './mail.ts'

/** An email in the queue. Emails contain tokens and are therefore encrypted while queued. */
export interface EncryptedMail {
  sealed: string
}

/** Encrypts an email for the queue, because it may contain a sign-in link. */
export async function encryptMail(key: string, mail: Mail): Promise<EncryptedMail> {
  return { sealed: await symmetricEncrypt({ key, data: JSON.stringify(mail) }) }
}

/** Decrypts an email from the queue. Throws if the key is not the one that encrypted it. */
export async function decryptMail(key: string, { sealed }: EncryptedMail): Promise<Mail> {
  return JSON.parse(await symmetricDecrypt({ key, data: sealed })) as Mail
}
