import { decodeLink } from './link-code.ts'

/** Parses one search parameter. Invalid values become the fallback, or undefined. */
type Field = (value: unknown) => unknown
type Fields = Record<string, Field>

type Values<F extends Fields> = {
  [K in keyof F as undefined extends ReturnType<F[K]> ? never : K]: ReturnType<F[K]>
} & {
  [K in keyof F as undefined extends ReturnType<F[K]> ? K : never]?: ReturnType<F[K]>
}

interface SearchReader<F extends Fields> {
  parse: (search: object) => { [K in keyof Values<F>]: Values<F>[K] }
}

/** The type that a reader of search parameters returns. */
export type SearchOf<R extends { parse: (search: object) => unknown }> = ReturnType<R['parse']>

/** Creates a parser of search parameters. Every list loads it, so it is smaller than a schema library. */
export function searchReader<F extends Fields>(fields: F): SearchReader<F> {
  return {
    parse(search) {
      const given = search as Record<string, unknown>
      const read = Object.entries(fields).map(([name, field]) => [name, field(given[name])] as const)
      return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ReturnType<SearchReader<F>['parse']>
    },
  }
}

/** Accepts one of a few words. Anything else becomes the fallback. */
export function oneOf<const W extends string>(words: readonly W[], fallback: W): (value: unknown) => W
export function oneOf<const W extends string>(words: readonly W[]): (value: unknown) => W | undefined
export function oneOf(words: readonly string[], fallback?: string) {
  return (value: unknown) => words.find((word) => word === value) ?? fallback
}

/** Accepts a boolean. Anything else becomes the fallback. */
export function flag(fallback: boolean): (value: unknown) => boolean
export function flag(): (value: unknown) => boolean | undefined
export function flag(fallback?: boolean) {
  return (value: unknown) => (typeof value === 'boolean' ? value : fallback)
}

/** Accepts an integer within limits, such as a page size or an offset. */
export function wholeNumber(least: number, fallback: number, most: number) {
  return (value: unknown): number => {
    const number = Number(textOf(value))
    return Number.isInteger(number) && number >= least && number <= most ? number : fallback
  }
}

/** Accepts a search term of 1 to `longest` characters. */
export function searchText(longest: number) {
  return (value: unknown): string | undefined => {
    const text = textOf(value)
    return text && text.length <= longest ? text : undefined
  }
}

/** Accepts the link code of a resource, such as the step of a list of jobs. */
export function linkCode(value: unknown): string | undefined {
  return typeof value === 'string' && decodeLink(value) !== undefined ? value : undefined
}

/** Accepts a date such as `2024-11-30`. */
export function day(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined
}

/** Accepts an array of 1 to `most` strings. */
export function texts(most: number) {
  return (value: unknown): string[] | undefined => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most) return undefined
    const found = value.map(textOf)
    return found.every((text) => text !== undefined) ? found : undefined
  }
}

/** Converts a value back to a string, because the router parses digits and `true` in a URL. */
function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}
