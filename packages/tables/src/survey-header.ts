import type { TextRecord } from './records.ts'

const LINES_MAX = 20
const IMPORT_ID = /^\{"ImportId":/

/** Number of rows between the names and the answers of a survey. */
export const SURVEY_ROWS = 2

/**
 * Returns the position of the names in a survey exported by Qualtrics. The row below the names contains the questions,
 * and the row below the questions contains an id for each column:
 *
 *     Q1,Q2
 *     How old are you?,Where do you live?
 *     "{""ImportId"":""QID1_TEXT""}","{""ImportId"":""QID2""}"
 */
export function surveyHeader(records: readonly TextRecord[], width: number): number | undefined {
  const ids = records
    .slice(0, LINES_MAX)
    .findIndex(({ fields }) => fields.length === width && fields.every((cell) => IMPORT_ID.test(cell)))
  const names = records[ids - SURVEY_ROWS]
  return names?.fields.length === width ? ids - SURVEY_ROWS : undefined
}
