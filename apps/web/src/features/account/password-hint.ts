import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'
/** Returns a hint about a new password while it is typed. The server makes the final decision. */
export function passwordHint(password: string, minLength: number, known: readonly string[] = []): string {
  if (password === '') return fill(texts.passwordRule, minLength)
  const missing = minLength - password.length
  if (missing > 0) return missing === 1 ? texts.oneMoreCharacter : fill(texts.moreCharacters, missing)
  if (/^(.+?)\1+$/.test(password)) return texts.repeatsAPattern
  const lower = password.toLowerCase()
  const personal = known.flatMap((text) => text.toLowerCase().split(/[\s@.]+/)).filter((word) => word.length > 3)
  if (personal.some((word) => lower.includes(word))) return texts.guessableFromYourName
  return password.length >= minLength + 6 ? texts.strong : texts.goodLongerIsStronger
}
