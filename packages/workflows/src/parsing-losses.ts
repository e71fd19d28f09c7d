import type { Fault } from '@millrace/contracts/problems'
import { type PathPart, pointerOf } from '@millrace/parameters/pointer'

/** An object or array that is currently being read. */
interface Level {
  /** The current index in an array, or the current key in an object. */
  part: PathPart
  isBeforeKey: boolean
  keys?: Set<string>
}

const FAULTS_MAX = 1000
const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [MINUS, ZERO, NINE] = [45, 48, 57]
const NUMBER = /-?\d[\d.eE+-]*/y
/** Numbers with fewer characters, and without an exponent, are parsed exactly. */
const EXACT_DIGITS = 16
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/**
 * Finds what parsing valid JSON would silently change. If a key occurs several times in one object, parsing keeps only
 * the last value. Integers with too many digits are rounded. Numbers that are too large become infinite. Takes time
 * linear in the length.
 */
export function parsingLosses(text: string): Fault[] {
  const faults: Fault[] = []
  const levels: Level[] = []
  let level: Level | undefined
  for (let at = 0; at < text.length && faults.length < FAULTS_MAX; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      const end = endOfString(text, at)
      if (level?.isBeforeKey) readKey(level, text.slice(at, end + 1))
      at = end
    } else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
      const isObject = sign === OPEN_OBJECT
      level = { part: isObject ? '' : 0, isBeforeKey: isObject }
      levels.push(level)
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
      levels.pop()
      level = levels.at(-1)
    } else if (sign === COMMA && level) {
      if (typeof level.part === 'number') level.part += 1
      else level.isBeforeKey = true
    } else if (sign === MINUS || (sign >= ZERO && sign <= NINE)) {
      NUMBER.lastIndex = at
      const [number = ''] = NUMBER.exec(text) ?? []
      if (!isExact(number))
        add(`The number ${shortened(number)} can’t be stored exactly. Write it as text, or with fewer digits.`)
      at += Math.max(number.length - 1, 0)
    }
  }
  return faults

  function add(message: string): void {
    faults.push({ pointer: pointerOf(levels.map(({ part }) => part)), message })
  }

  function readKey(inside: Level, quoted: string): void {
    const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
    inside.part = key
    inside.isBeforeKey = false
    inside.keys ??= new Set()
    if (!inside.keys.has(key)) inside.keys.add(key)
    else add(`The key “${key}” occurs more than once in this object. Rename or remove one of them.`)
  }
}

/** Rounded fractions count as exact. */
function isExact(number: string): boolean {
  if (number.length < EXACT_DIGITS && !/e/i.test(number)) return true
  const value = Number(number)
  return Number.isFinite(value) && (!/^-?\d+$/.test(number) || BigInt(number) === BigInt(value))
}

function shortened(number: string): string {
  return number.length > 40 ? `${number.slice(0, 40)}…` : number
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let sign = text.charCodeAt(at); at < text.length && sign !== QUOTE; sign = text.charCodeAt(at))
    at += sign === BACKSLASH ? 2 : 1
  return at
}
