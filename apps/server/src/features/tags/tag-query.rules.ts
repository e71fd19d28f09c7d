import { type Comparison, NUMBER, type Search, type TagQuery, type TagValueKind, TIME } from '@millrace/db/tag-query'
import { invalid } from '#problem.ts'
import { type Token, tokensOf } from './tag-tokens.rules.ts'
import { typed } from './tags.rules.ts'

/*
 * Tag query expressions, such as `river = rhine and (year >= 2024 or not raw)`.
 *
 *   query     = all { or all }            or: also || and |
 *   all       = one { and one }           and: also && and &
 *   one       = not one | ( query ) | condition      not: also !
 *   condition = key                       some tag has this key, with a value or without
 *             | key = value               also ==, != (<>), <, <=, >, >=
 *             | key [not] in ( value, … )
 *             | key contains value        also startswith, endswith; case-insensitive
 *
 * Keys and values are bare words or quoted. A condition is true if any tag with the key has a matching value. Values
 * are compared by their type (see tags.rules.ts): numbers, times, dates and timestamps, otherwise text. Quoted values
 * are always text. Keywords are case-insensitive.
 */

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] satisfies Comparison[]
const SEARCHES = ['contains', 'startswith', 'endswith'] satisfies Search[]
/** Maximum number of conditions in an expression. A condition other than "=" reads every value of its key. */
const CONDITIONS_MAX = 20
const VALUES_MAX = 100
const DEEPEST = 30

/** Parses an expression. Undefined for an empty expression. Throws a Problem that says where the error is. */
export function tagQueryOf(text: string | null | undefined): TagQuery | undefined {
  if (text == null || text.trim() === '') return undefined
  try {
    return new Reader(tokensOf(text)).whole()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalid([{ pointer: '/Filter/TagQueryExpression', message: error.message }])
  }
}

class Reader {
  readonly #tokens: Token[]
  #at = 0
  #conditions = 0
  #depth = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  whole(): TagQuery {
    const query = this.#any()
    if (this.#next.is !== 'end') throw this.#expected('“and”, “or” or the end')
    return query
  }

  #any(): TagQuery {
    const of = [this.#all()]
    while (this.#takes('or')) of.push(this.#all())
    return joined('or', of)
  }

  #all(): TagQuery {
    const of = [this.#one()]
    while (this.#takes('and')) of.push(this.#one())
    return joined('and', of)
  }

  #one(): TagQuery {
    if (++this.#depth > DEEPEST) throw new SyntaxError(`The expression is nested deeper than ${DEEPEST} levels.`)
    const query = this.#takes('not') ? ({ is: 'not', of: this.#one() } as const) : this.#group()
    this.#depth--
    return query
  }

  #group(): TagQuery {
    if (!this.#takes('(')) return this.#condition()
    const query = this.#any()
    this.#needs(')')
    return query
  }

  #condition(): TagQuery {
    if (++this.#conditions > CONDITIONS_MAX)
      throw new SyntaxError(
        `An expression can have up to ${CONDITIONS_MAX} conditions. To compare one tag with many values, use “in (…)”.`,
      )
    const key = this.#word('a tag').text
    for (const by of COMPARISONS) if (this.#takes(by)) return comparison(key, by, this.#word('a value'))
    for (const by of SEARCHES) if (this.#takes(by)) return { is: 'search', key, by, value: this.#word('text').text }
    if (this.#takes('in')) return this.#among(key)
    if (this.#next.is === 'not' && this.#tokens[this.#at + 1]?.is === 'in') {
      this.#at += 2
      return { is: 'not', of: this.#among(key) }
    }
    return { is: 'has', key }
  }

  #among(key: string): TagQuery {
    this.#needs('(')
    const of: TagQuery[] = []
    do {
      if (of.length >= VALUES_MAX) throw new SyntaxError(`A list can have up to ${VALUES_MAX} values.`)
      of.push(comparison(key, '=', this.#word('a value')))
    } while (this.#takes(','))
    this.#needs(')')
    return joined('or', of)
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { is: 'end', text: '', at: 0 }
  }

  #takes(kind: string): boolean {
    if (this.#next.is !== kind) return false
    this.#at++
    return true
  }

  #needs(kind: string): void {
    if (!this.#takes(kind)) throw this.#expected(`“${kind}”`)
  }

  #word(what: string): Token {
    const token = this.#next
    if (token.is !== 'word' && token.is !== 'quoted') throw this.#expected(what)
    this.#at++
    return token
  }

  #expected(what: string): SyntaxError {
    const { is, text, at } = this.#next
    const found = is === 'end' ? 'the expression ends' : `found “${text.slice(0, 50)}”`
    return new SyntaxError(`Expected ${what} at character ${at + 1}, but ${found}.`)
  }
}

function joined(is: 'and' | 'or', of: TagQuery[]): TagQuery {
  return of.length === 1 && of[0] ? of[0] : { is, of }
}

function comparison(key: string, by: Comparison, { is, text }: Token): TagQuery {
  if (key.includes('=')) throw new SyntaxError(`A tag’s key can’t contain “=”, but ${key.slice(0, 50)} does.`)
  if (is === 'quoted') return { is: 'compare', key, by, value: text, as: 'text' }
  const [type, value] = typed(text)
  return { is: 'compare', key, by, value, as: kindOf(type, value) }
}

/** Returns how a value is compared. Numbers and times that the database can't parse are compared as text. */
function kindOf(type: ReturnType<typeof typed>[0], value: string): TagValueKind {
  if (type === 'Integer' || type === 'Float') return NUMBER.test(value) ? 'number' : 'text'
  if (type === 'Time') return TIME.test(value) ? 'time' : 'text'
  return type === 'Date' || type === 'Timestamp' ? 'moment' : 'text'
}
