/**
 * A JSON Schema for the parameters of a step: an object whose properties have a title, a description and a default. In
 * addition to the standard keywords, forms support `x-unit` (shown after the field), `x-column-of` (the input slot
 * whose columns the field suggests), `x-column-kind` (which columns: `number`, `time`, an array of both, or `any`),
 * `x-sheet-of` (the input slot whose sheets the field suggests), `x-group` (the title of the group that contains the
 * field), `x-applies-if` (the values of other parameters for which this one has an effect) and `x-enum-titles` (the
 * labels of values of `enum`). `x-volatile-words` lists words, such as `random` in a query, that make even a
 * deterministic step return a different result each time.
 *
 * @example
 * const parameters = {
 *   type: 'object',
 *   properties: { rows: { type: 'integer', title: 'Rows', default: 10, minimum: 1 } },
 * } as const satisfies ParameterSchema
 */
export interface ParameterSchema {
  readonly type: 'object'
  readonly title?: string
  readonly description?: string
  readonly properties: Readonly<Record<string, ParameterProperty>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

/**
 * One parameter. If its types include `null`, it is optional: its value is `null` if it was not set and has no default.
 *
 * @example
 * const column: ParameterProperty = { type: ['string', 'null'], title: 'Column', 'x-column-of': 'table' }
 */
export interface ParameterProperty {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: ParameterProperty
  readonly 'x-unit'?: string
  readonly 'x-column-of'?: string
  readonly 'x-column-kind'?: 'number' | 'time' | 'any' | readonly ('number' | 'time')[]
  readonly 'x-sheet-of'?: string
  readonly 'x-group'?: string
  readonly 'x-applies-if'?: Readonly<Record<string, readonly unknown[]>>
  readonly 'x-enum-titles'?: Readonly<Record<string, string>>
  readonly 'x-volatile-words'?: readonly string[]
  readonly [keyword: string]: unknown
}

interface Primitives {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
  object: Record<string, unknown>
}

type ValueOfType<T, P> = T extends 'array'
  ? P extends { readonly items: infer I }
    ? ValueOf<I>[]
    : unknown[]
  : P extends { readonly properties: infer O; readonly required: readonly (infer R)[] }
    ? { -readonly [K in keyof O as K extends R ? K : never]: ValueOf<O[K]> } & {
        -readonly [K in keyof O as K extends R ? never : K]?: ValueOf<O[K]>
      }
    : T extends keyof Primitives
      ? Primitives[T]
      : unknown

type ValueOf<P> = P extends { readonly enum: readonly (infer E)[] }
  ? E
  : P extends { readonly type: readonly (infer T)[] }
    ? ValueOfType<T, P>
    : P extends { readonly type: infer T }
      ? ValueOfType<T, P>
      : unknown

/**
 * The values that a step receives for a schema. Every property is present: the value that was set, the default, or
 * `null`.
 *
 * @example
 * type Parameters = ParametersOf<typeof parameters> // { rows: number }
 */
export type ParametersOf<S extends ParameterSchema> = {
  -readonly [K in keyof S['properties']]: S['properties'][K] extends {
    readonly default: string | number | boolean | object
  }
    ? NonNullable<ValueOf<S['properties'][K]>>
    : K extends NonNullable<S['required']>[number]
      ? ValueOf<S['properties'][K]>
      : ValueOf<S['properties'][K]> | null
}
