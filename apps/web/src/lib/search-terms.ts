const STOP_WORDS = new Set(
  'a an and are as at be by can do each for from how i in into is it my of on or per so that the this to what with'.split(
    ' ',
  ),
)

/** Returns the words of a search in lowercase, without stop words, unless all of them are stop words. */
export function searchTerms(text: string): string[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return telling.length > 0 ? telling : words
}
