/** No text that is a time contains this character. */
const MARK = '\u0001'
const END = 'chr(1)'
/** Shorter texts are part of a larger value, so there is memory after their last byte. */
const SHORT_BYTES = 12

/**
 * Macros that replace strptime and try_strptime in users' queries with the same functions on texts and formats that end
 * with a mark, because the engine compares a format's characters without checking that the text has not ended, and
 * crashes if no memory follows the text. As spaces at the end of a text match any format, but spaces of a format need
 * one in the text, formats without one are also tried with one.
 */
export const SAFE_STRPTIME = ['strptime', 'try_strptime'].map(safeSql).join(';')

function safeSql(name: string): string {
  const own = `system.main.${name}`
  const format = 'f::VARCHAR'
  const endsInSpace = (text: string) => `regexp_matches(${text}, '\\s$')`
  const formats = `flatten(list_transform(TRY_CAST(f AS VARCHAR[]), lambda x: CASE WHEN ${endsInSpace('x')} THEN [x] ELSE [x, x || ' '] END))`
  // Every branch is bound for each call, so lists have to be valid formats when cast to text, which they are.
  return `CREATE OR REPLACE MACRO memory.main.${name}(t, f) AS CASE
    WHEN strlen(t::VARCHAR) <= ${SHORT_BYTES} THEN ${own}(t, f)
    WHEN f IS NULL THEN NULL
    WHEN typeof(f) LIKE '%[%' THEN ${own}(t || ${END}, list_transform(${formats}, lambda x: x || ${END}))
    WHEN ${endsInSpace(format)} THEN ${own}(t || ${END}, ${format} || ${END})
    ELSE ${own}(t || ' ' || ${END}, ${format} || ' ' || ${END}) END`
}

/** A message of the engine without the marks. */
export function withoutMarks(message: string): string {
  return message.replaceAll(` ${MARK}`, '').replaceAll(MARK, '')
}
