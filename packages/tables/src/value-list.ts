const QUOTED = /^\s*"((?:[^"]|"")*)"\s*(?:[;,]|$)/
const BARE = /^([^;,]*)(?:[;,]|$)/

/** Splits a string at commas or semicolons outside double quotes. Empty values are left out. */
export function valuesIn(text: string): string[] {
  const values: string[] = []
  let rest = text
  while (rest !== '') {
    const quoted = QUOTED.exec(rest)
    const [part, value = ''] = quoted ?? BARE.exec(rest) ?? [rest, rest]
    values.push(quoted ? value.replaceAll('""', '"') : value.trim())
    rest = rest.slice(part.length)
  }
  return values.filter((value) => value !== '')
}
