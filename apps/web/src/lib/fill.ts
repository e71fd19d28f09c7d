/** A value for each `{name}` in a template. */
type Values<Text extends string> = Text extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...Values<Rest>]
  : []

/**
 * Replaces each `{name}` in a template with a value, in order. Templates are constants, because the build inlines
 * constants where they are used. A function would be loaded together with all other functions of its file.
 */
export function fill<const Text extends string>(text: Text, ...values: Values<Text>): string {
  return text.replace(/\{\w+\}/g, () => `${values.shift()}`)
}
