import type { Budget } from './budget.ts'

/*
 * Regular expressions come from workers. JavaScript matches them by backtracking, which can take exponential time:
 * `^(a+)+$` on 40 characters blocks a server for hours. To prevent this, the expressions are translated to a
 * nondeterministic finite automaton that follows all alternatives in parallel and reads every character once
 * (Thompson's construction, as in RE2). Lookaround and backreferences cannot be matched that way and are refused.
 * JavaScript's own engine only checks the syntax, and whether a single character belongs to a class.
 */

type Test = (character: string) => boolean
type Assertion = 'start' | 'end' | 'boundary' | 'inside'
type Read = { kind: 'read'; test: Test; next: number }
type Fork = { kind: 'fork'; next: number; other: number }
type Instruction = Read | Fork | { kind: 'assert'; what: Assertion; next: number } | { kind: 'match' }

const PATTERN_MAX = 1_000
const INSTRUCTIONS_MAX = 3_000
const TOKEN =
  /\[(?:\\.|[^\]\\])*\]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\.|\(\?<(?![=!])[^>]*>|\(\?:|\(\?.|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu
const ASSERTIONS: Record<string, Assertion> = { '^': 'start', $: 'end', '\\b': 'boundary', '\\B': 'inside' }

/** Thrown for a pattern that cannot be used. The message is a sentence for the author of the schema. */
export class UnusablePattern extends Error {
  override name = 'UnusablePattern'
}

export type LinearPattern = (text: string, budget: Budget) => boolean

/** Translates a pattern. Throws UnusablePattern if it is invalid, too large, or cannot be matched in linear time. */
export function linearPattern(source: string): LinearPattern {
  if (source.length > PATTERN_MAX) throw new UnusablePattern(`A pattern can have up to ${PATTERN_MAX} characters.`)
  try {
    new RegExp(source, 'u')
  } catch (cause) {
    throw new UnusablePattern('This isn’t a valid regular expression.', { cause })
  }
  const program = new Translation(source.match(TOKEN) ?? []).program()
  return (text, budget) => runs(program, [...text], budget)
}

/** Builds the automaton back to front: each part receives the instruction that follows it. */
class Translation {
  private readonly instructions: Instruction[] = []
  private readonly tokens: string[]
  private at = 0
  private copies = 0

  constructor(tokens: string[]) {
    this.tokens = tokens
  }

  program(): { instructions: Instruction[]; start: number } {
    const whole = this.alternatives()
    const start = whole(this.add({ kind: 'match' }))
    return { instructions: this.instructions, start }
  }

  private add(instruction: Instruction): number {
    if (this.instructions.length >= INSTRUCTIONS_MAX) throw tooLarge()
    return this.instructions.push(instruction) - 1
  }

  private alternatives(): Part {
    let part = this.sequence()
    while (this.tokens[this.at] === '|') {
      this.at += 1
      const [left, right] = [part, this.sequence()]
      part = (next) => this.add({ kind: 'fork', next: left(next), other: right(next) })
    }
    return part
  }

  private sequence(): Part {
    const parts: Part[] = []
    for (let token = this.tokens[this.at]; token !== undefined && token !== '|' && token !== ')'; ) {
      parts.push(this.repeated(this.atom(token)))
      token = this.tokens[this.at]
    }
    return (next) => parts.reduceRight((following, part) => part(following), next)
  }

  private atom(token: string): Part {
    this.at += 1
    const assertion = ASSERTIONS[token]
    if (assertion) return (next) => this.add({ kind: 'assert', what: assertion, next })
    if (token === '(' || token === '(?:' || /^\(\?<.+>$/s.test(token)) return this.group()
    if (token.startsWith('(?')) throw new UnusablePattern('Lookaround and flags are not supported in patterns.')
    if (/^\\[1-9k]/.test(token)) throw new UnusablePattern('Backreferences are not supported in patterns.')
    const test = testOf(token)
    return (next) => this.add({ kind: 'read', test, next })
  }

  private group(): Part {
    const part = this.alternatives()
    this.at += 1
    return part
  }

  private repeated(part: Part): Part {
    const [least, most] = countsOf(this.tokens[this.at])
    if (least === undefined || most === undefined) return part
    this.at += 1
    return (next) => this.repetition(part, least, most, next)
  }

  private repetition(part: Part, least: number, most: number, next: number): number {
    let start = next
    if (most === Number.POSITIVE_INFINITY) {
      const loop: Fork = { kind: 'fork', next: 0, other: next }
      start = this.add(loop)
      loop.next = part(start)
    } else {
      for (let count = least; count < most; count += 1) {
        start = this.add({ kind: 'fork', next: this.copy(part, start), other: next })
      }
    }
    for (let count = 0; count < least; count += 1) start = this.copy(part, start)
    return start
  }

  /**
   * Adds a copy of a part. Copies are limited separately, because the limit on instructions does not stop copies of an
   * empty part, which add none.
   */
  private copy(part: Part, next: number): number {
    this.copies += 1
    if (this.copies > INSTRUCTIONS_MAX) throw tooLarge()
    return part(next)
  }
}

/**
 * A function that adds the instructions for a part of the pattern, given the instruction that follows the part. Returns
 * the part's first instruction.
 */
type Part = (next: number) => number

function tooLarge(): UnusablePattern {
  return new UnusablePattern('This pattern repeats too much. Use smaller counts.')
}

function countsOf(token: string | undefined): [number, number] | [] {
  if (token === '*' || token === '*?') return [0, Number.POSITIVE_INFINITY]
  if (token === '+' || token === '+?') return [1, Number.POSITIVE_INFINITY]
  if (token === '?' || token === '??') return [0, 1]
  const [, least, more, most] = /^\{(\d+)(,(\d*))?\}/.exec(token ?? '') ?? []
  if (least === undefined) return []
  if (more === undefined) return [Number(least), Number(least)]
  return [Number(least), most ? Number(most) : Number.POSITIVE_INFINITY]
}

function testOf(token: string): Test {
  if (!/^[.\\[]/.test(token)) return (character) => character === token
  const native = new RegExp(`^${token}$`, 'u')
  return (character) => native.test(character)
}

function runs({ instructions, start }: ReturnType<Translation['program']>, text: string[], budget: Budget): boolean {
  const reached = new Int32Array(instructions.length).fill(-1)
  let states: number[] = []
  for (let at = 0; at <= text.length; at += 1) {
    // A match may start at any character, so the start state is added at every character.
    const reading = follow([...states, start], at)
    if (reading === 'match') return true
    const character = text[at]
    if (character === undefined) return false
    states = []
    for (const read of reading) if (read.test(character)) states.push(read.next)
  }
  return false

  function follow(from: number[], at: number): Read[] | 'match' {
    const reading: Read[] = []
    const stack = from.toReversed()
    let visited = 0
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const instruction = instructions[index]
      if (!instruction || reached[index] === at) continue
      reached[index] = at
      visited += 1
      if (instruction.kind === 'match') return 'match'
      if (instruction.kind === 'read') reading.push(instruction)
      else if (instruction.kind === 'fork') stack.push(instruction.other, instruction.next)
      else if (holds(instruction.what, text, at)) stack.push(instruction.next)
    }
    budget.read(visited)
    return reading
  }
}

function holds(what: Assertion, text: string[], at: number): boolean {
  if (what === 'start') return at === 0
  if (what === 'end') return at === text.length
  const isBoundary = isWord(text[at - 1]) !== isWord(text[at])
  return what === 'boundary' ? isBoundary : !isBoundary
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character)
}
