/** A unit or currency sign next to each number, and whether it precedes the number. */
export interface Sign {
  text: string
  isFirst: boolean
}

const SIGN_FIRST = /^[€$£¥](?=\s?[\d+.,-])/u
const SIGN_LAST = /(?<=[\d.,]\s?)([€$£¥%‰]|°[CF]?)$/u

/** Removes the unit or currency sign from a number such as `12,5 %`. Other cells are returned trimmed. */
export function withoutUnit(cell: string): string {
  return cell.replace(SIGN_FIRST, '').replace(SIGN_LAST, '').trim()
}

/**
 * Returns the unit or currency sign of all values. Undefined if some values lack the sign, because their unit may
 * differ.
 */
export function signOf([first = '', ...rest]: readonly string[]): Sign | undefined {
  const [leading] = SIGN_FIRST.exec(first) ?? []
  const [text = leading] = SIGN_LAST.exec(first) ?? []
  if (text === undefined) return undefined
  const isFirst = text === leading
  const isThere = rest.every((value) => (isFirst ? value.startsWith(text) : value.endsWith(text)))
  return isThere ? { text, isFirst } : undefined
}

/** Returns the unit of all values if the name of the column has it in brackets, as in `power [W]`. */
export function namedSign(values: readonly string[], name = ''): Sign | undefined {
  const [, text] = /[[(]([^\])\d]+)[\])]\s*$/.exec(name) ?? []
  if (text === undefined) return undefined
  const isThere = values.every((value) => value.endsWith(text) && /\d\s*$/.test(value.slice(0, -text.length)))
  return isThere ? { text, isFirst: false } : undefined
}
