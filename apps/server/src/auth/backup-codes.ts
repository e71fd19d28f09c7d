import { randomInt } from 'node:crypto'
import type { Passwords } from './passwords.ts'

const COUNT = 10
/** Letters and digits that cannot be confused on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)
const HASHED = '$argon2id$'

/** Ten new codes in the form shown to people: `7kqm-x3vd-9tpa`, 59 random bits each. */
export function newBackupCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return characters.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/**
 * The stored list of codes. Each is hashed like a password, because 59 bits would not resist a search by someone who has
 * the database and the secret. better-auth stores the list again when one is used; hashed codes stay as they are.
 */
export async function sealBackupCodes(list: string, passwords: Passwords): Promise<string> {
  const codes = JSON.parse(list) as string[]
  const seal = (code: string) => (code.startsWith(HASHED) ? code : passwords.hash(plain(code)))
  return JSON.stringify(await Promise.all(codes.map(seal)))
}

/** The stored entry that matches a code, however it was typed; undefined when none does. */
export async function sealedCode(stored: string, typed: string, passwords: Passwords): Promise<string | undefined> {
  const code = plain(typed)
  if (!SHAPE.test(code)) return undefined
  const list = JSON.parse(stored) as string[]
  const fits = await Promise.all(list.map((hash) => passwords.verify(hash, code)))
  return list.find((_hash, index) => fits[index])
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '')
}
