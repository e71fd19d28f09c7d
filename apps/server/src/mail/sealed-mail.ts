import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Mail } from './mail.ts'

/** An email in the queue. Emails contain tokens and are therefore encrypted while queued. */
export interface SealedMail {
  sealed: string
}

export async function sealMail(key: string, mail: Mail): Promise<SealedMail> {
  return { sealed: await symmetricEncrypt({ key, data: JSON.stringify(mail) }) }
}

export async function openMail(key: string, { sealed }: SealedMail): Promise<Mail> {
  return JSON.parse(await symmetricDecrypt({ key, data: sealed })) as Mail
}
