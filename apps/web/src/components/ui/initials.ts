/** Characters such as emoji are left out, because they would fill the avatar. */
const NO_LETTER = /[^\p{L}\p{M}\p{N}]/gu

/** Returns the initials of a name: `Mara Lindqvist` → `ML`. */
export function initials(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => word.replace(NO_LETTER, '') || [])
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (last === undefined ? firstOf(first, 2) : firstOf(first, 1) + firstOf(last, 1)).toUpperCase()
}

/** Returns the first code points of a string, so that no surrogate pair is split. */
function firstOf(text: string, count: number): string {
  return [...text].slice(0, count).join('')
}
