/** The file cannot be shown as a table. The message is a sentence for people and says where. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** 18204 → "18,204". */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}
