/** A value for each `{name}` in a template. */
type Values<Text extends string> = Text extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...Values<Rest>]
  : []

/**
 * Replaces each `{name}` in a template with a value, in order. Templates are constants, not functions, because the
 * build inlines constants where they are used.
 */
export function fill<const Text extends string>(text: Text, ...values: Values<Text>): string {
  return text.replace(/\{\w+\}/g, () => `${values.shift()}`)
}
