import common from './common-passwords.json' with { type: 'json' }

/** What a password must not resemble. A user with a second factor may choose a shorter password. */
export interface PasswordOwner {
  email?: string
  name?: string
  organizations?: string[]
  hasSecondFactor?: boolean
}

export interface PasswordFault {
  code: 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON'
  message: string
}

export const PASSWORD_MAX_LENGTH = 128
const LENGTH_WITH_SECOND_FACTOR = 8
const COMMON = new Set(common.words.split(' '))
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
]
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')])

/**
 * Returns the first fault of a new password, if any. The length is counted in code points. Any character is allowed and
 * none is required, but common passwords and passwords close to the owner’s name are refused.
 */
export function passwordFault(password: string, owner: PasswordOwner, minLength: number): PasswordFault | undefined {
  const shortest = owner.hasSecondFactor ? Math.min(minLength, LENGTH_WITH_SECOND_FACTOR) : minLength
  const length = [...password].length
  if (length < shortest) {
    return { code: 'PASSWORD_TOO_SHORT', message: `Use at least ${shortest} characters.` }
  }
  if (length > PASSWORD_MAX_LENGTH) {
    return { code: 'PASSWORD_TOO_LONG', message: `Use at most ${PASSWORD_MAX_LENGTH} characters.` }
  }
  const text = password.toLowerCase()
  if (isCommon(text)) {
    return {
      code: 'PASSWORD_TOO_COMMON',
      message: 'This password is too common: attackers try it first. Choose another one.',
    }
  }
  if (isCloseToOwner(text, owner)) {
    return {
      code: 'PASSWORD_TOO_COMMON',
      message: 'This password is too similar to your name, email address or organization. Choose another one.',
    }
  }
  return undefined
}

/** Whether a password is a common word with a few added characters, a repeated fragment, or a sequence. */
function isCommon(text: string): boolean {
  if (COMMON.has(text) || /^(.{1,4}?)\1+.{0,3}$/su.test(text)) return true
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  if (text.length - core.length <= 4 && COMMON.has(core)) return true
  return RUNS.some((run) => run.includes(text))
}

function isCloseToOwner(text: string, owner: PasswordOwner): boolean {
  const words = [
    'millrace',
    ...(owner.email ?? '').toLowerCase().split('@'),
    ...[owner.name ?? '', ...(owner.organizations ?? [])].flatMap((name) => name.toLowerCase().split(/\s+/)),
  ]
  const rest = words.filter((word) => word.length >= 4).reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && [...rest].length < LENGTH_WITH_SECOND_FACTOR
}
