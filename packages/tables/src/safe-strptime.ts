/** A character that never occurs in a time. */
const MARK = '\u0001'
const END = 'chr(1)'
/**
 * Length in bytes above which text is marked. Shorter text is stored inside a larger value, so reading past its end is
 * harmless.
 */
const SHORT_BYTES = 12

/**
 * Macros that shadow strptime and try_strptime in users' queries. They append a mark to the text and the format,
 * because the engine reads past the end of text that is shorter than its format, and crashes if no memory follows.
 *
 * The engine ignores spaces at the end of the text, but not spaces before the mark. So if a format does not end in a
 * space, the macros add a space before the mark to both the format and the text. A space in a format matches any number
 * of spaces. In a list of formats, each format without a final space is tried with and without an added space, and the
 * text gets none.
 */
export const SAFE_STRPTIME = ['strptime', 'try_strptime'].map(safeSql).join(';')

function safeSql(name: string): string {
  const own = `system.main.${name}`
  const format = 'f::VARCHAR'
  const endsInSpace = (text: string) => `regexp_matches(${text}, '\\s$')`
  const formats = `flatten(list_transform(TRY_CAST(f AS VARCHAR[]), lambda x: CASE WHEN ${endsInSpace('x')} THEN [x] ELSE [x, x || ' '] END))`
  // The engine binds every branch for each call. That works because a list of formats can be cast to VARCHAR, too.
  return `CREATE OR REPLACE MACRO memory.main.${name}(t, f) AS CASE
    WHEN strlen(t::VARCHAR) <= ${SHORT_BYTES} THEN ${own}(t, f)
    WHEN f IS NULL THEN NULL
    WHEN typeof(f) LIKE '%[%' THEN ${own}(t || ${END}, list_transform(${formats}, lambda x: x || ${END}))
    WHEN ${endsInSpace(format)} THEN ${own}(t || ${END}, ${format} || ${END})
    ELSE ${own}(t || ' ' || ${END}, ${format} || ' ' || ${END}) END`
}

const QUALIFIED = /\bsystem"?\s*\.\s*(?:"?main"?\s*\.\s*)?"?((?:try_)?strptime)\b/i

/** Returns a message if a query calls the engine’s own function instead of the macro. */
export function qualifiedFault(sql: string): string | undefined {
  const [, name] = QUALIFIED.exec(sql) ?? []
  return name === undefined ? undefined : `Catalog Error: ${name} is qualified`
}

/** Removes the marks from a message of the engine. */
export function withoutMarks(message: string): string {
  return message.replaceAll(` ${MARK}`, '').replaceAll(MARK, '')
}
