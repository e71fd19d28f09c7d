import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Mail } from './mail.ts'

/** An email in the queue, encrypted because it may contain tokens. */
export interface EncryptedMail {
  sealed: string
}

export async function encryptMail(key: string, mail: Mail): Promise<EncryptedMail> {
  return { sealed: await symmetricEncrypt({ key, data: JSON.stringify(mail) }) }
}

/** Decrypts an email from the queue. Throws if it was encrypted with another key. */
export async function decryptMail(key: string, { sealed }: EncryptedMail): Promise<Mail> {
  return JSON.parse(await symmetricDecrypt({ key, data: sealed })) as Mail
}
