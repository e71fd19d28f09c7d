import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
const SHAPE = /^(mr_[0-9a-f]{32}_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/**
 * Creates a key with a random secret: `mr_<owner>_<secret><checksum>`. The checksum allows the server to reject a
 * mistyped key without a query.
 */
export function keyText(ownerId: string, randomBytes: (count: number) => Buffer): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), 43)
  const body = `mr_${ownerId.replaceAll('-', '')}_${secret}`
  return body + checksum(body)
}

/** Whether a string has the format of a key and a correct checksum. The key need not exist. */
export function isKeyText(text: string): boolean {
  const [, body, check] = SHAPE.exec(text) ?? []
  return body !== undefined && check === checksum(body)
}

/**
 * Returns the hash that the server stores instead of the key. Keys are random, so a fast hash is as safe as a slow one.
 */
export function keyHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = `${DIGITS[Number(rest % 62n)]}${text}`
  return text
}
