/** A value for each `{name}` in a text. */
type Values<Text extends string> = Text extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...Values<Rest>]
  : []

/**
 * Puts values into a text, in the order of its `{name}`. Texts are constants, because the build inlines constants where they
 * are used, but would load functions with all others of their file.
 */
export function fill<const Text extends string>(text: Text, ...values: Values<Text>): string {
  return text.replace(/\{\w+\}/g, () => `${values.shift()}`)
}
