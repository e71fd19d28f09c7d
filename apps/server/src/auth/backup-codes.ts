import { randomInt } from 'node:crypto'
import type { Passwords } from './passwords.ts'

const COUNT = 10
/** Letters and digits that are easy to distinguish in print. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)
const HASHED = '$argon2id$'

/** Creates ten new codes as shown to people, such as `7kqm-x3vd-9tpa`, with 59 random bits each. */
export function newBackupCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return characters.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/**
 * Returns the stored form of the codes. They are hashed like passwords, because someone who has the database and the
 * secret could otherwise guess their 59 bits. Codes that are already hashed stay unchanged.
 */
export async function hashBackupCodes(list: string, passwords: Passwords): Promise<string> {
  const codes = JSON.parse(list) as string[]
  const hashed = (code: string) => (code.startsWith(HASHED) ? code : passwords.hash(plain(code)))
  return JSON.stringify(await Promise.all(codes.map(hashed)))
}

/** Returns the stored entry that matches a code, regardless of case and separators. Undefined if there is no match. */
export async function findBackupCode(stored: string, typed: string, passwords: Passwords): Promise<string | undefined> {
  const code = plain(typed)
  if (!SHAPE.test(code)) return undefined
  const list = JSON.parse(stored) as string[]
  const fits = await Promise.all(list.map((hash) => passwords.verify(hash, code)))
  return list.find((_hash, index) => fits[index])
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '')
}
