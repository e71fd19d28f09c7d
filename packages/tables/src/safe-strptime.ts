/** A character that never occurs in a time. */
const MARK = '\u0001'
const END = 'chr(1)'
/** Shorter texts are part of a larger value, so there is memory after their last byte. */
const SHORT_BYTES = 12

/**
 * Macros that shadow strptime and try_strptime in users' queries. They append a mark to text and format, because the
 * engine reads past the end of a text that is shorter than its format, and crashes if no memory follows. Trailing spaces
 * in a text match any format, but trailing spaces in a format need one in the text, so formats without a trailing space
 * are also tried with one.
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

const QUALIFIED = /\bsystem"?\s*\.\s*(?:"?main"?\s*\.\s*)?"?((?:try_)?strptime)\b/i

/** The message about a query that calls a function of the engine instead of its macro. */
export function qualifiedFault(sql: string): string | undefined {
  const [, name] = QUALIFIED.exec(sql) ?? []
  return name === undefined ? undefined : `Catalog Error: ${name} is qualified`
}

/** A message of the engine without the marks. */
export function withoutMarks(message: string): string {
  return message.replaceAll(` ${MARK}`, '').replaceAll(MARK, '')
}
