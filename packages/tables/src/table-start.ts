import { countedHeader } from './counted-header.ts'
import { descriptionRows } from './description-rows.ts'
import { leveledHeader } from './header-levels.ts'
import { holdsUnits, isComment, isRule, isSetting, withoutSign, YEAR } from './header-patterns.ts'
import { isProse, isTitle, namesBelow, repeats } from './header-rows.ts'
import { type Decimal, isNumber, isTime, isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import { headerBelowSettings } from './preamble.ts'
import type { TextRecord } from './records.ts'
import { SURVEY_ROWS, surveyHeader } from './survey-header.ts'

/** Where the rows of a table start, and what precedes them. */
export interface TableStart {
  /** Number of lines above the first data row: `sep=`, comments, a title, the header, units. */
  skipLines: number
  /** Whether each skipped line is one record: no blank lines, and no multi-line values. */
  plainHead: boolean
  /** The names in the header, one per column. Omitted if there is no header. */
  names?: string[]
  /** Rows with units or types, between the header and the values. */
  unitRows: string[][]
  /** Number of rows that describe the columns, such as a survey’s questions and their ids. They follow the names. */
  descriptionRows: number
  /** Number of header rows that the names are joined from. 0 if the names come from a single row. */
  joinedRows: number
  /** Number of lines above the header, or above the first row, that are neither comments nor blank. */
  titles: number
}

const UNIT_ROWS_MAX = 3
const ROWS_MIN = 8

/**
 * Finds where a table starts. The later half of the sample shows which columns contain numbers or times. The first row
 * with numbers or times in those columns is the first row of values. Above that row, the first line that names all
 * columns, or all but one, is the header, if no blank line follows it. Between the header and the values, there may be
 * units rows, which are not data, and rows with missing values, which are data. Titles, comments and instrument
 * settings precede the header. If a table contains only text, the header is the first line that is neither a comment
 * nor a title.
 */
export function findStart(records: readonly TextRecord[], width: number, decimal: Decimal): TableStart {
  const levels = leveledHeader(records, width)
  if (levels) return { ...startAt(records, levels.first, records.slice(0, levels.header)), ...levels }
  const survey = surveyHeader(records, width)
  if (survey !== undefined) {
    const start = startAt(records, survey + 1 + SURVEY_ROWS, records.slice(0, survey))
    return { ...start, names: records[survey]?.fields ?? [], descriptionRows: SURVEY_ROWS }
  }
  const counted = countedHeader(records, width)
  if (counted !== undefined) return begin(records, { first: counted + 1, header: counted, width, columns: [] })
  const columns = valueColumns(records, width, decimal)
  const filled = ({ fields }: TextRecord) => columns.filter((at) => !meansMissing(fields[at] ?? '')).length
  const hits = ({ fields }: TextRecord) => columns.filter((at) => isValue(fields[at] ?? '', decimal)).length
  const isRow = (record: TextRecord) => hits(record) > 0 && hits(record) * 2 >= filled(record) && !isComment(record)
  const goesOn = (record: TextRecord | undefined) => !record || isRow(record) || filled(record) === 0
  const first = records.findIndex((record, at) => isRow(record) && goesOn(records[at + 1]))
  if (first < 0) return startOfTexts(records, width, decimal)
  const declared = declaredNames(records.slice(0, first), width)
  if (declared) return { ...startAt(records, first, records.slice(0, first)), names: declared }
  const below = headerBelowSettings(records, { columns, decimal })
  if (below) {
    const row = below.header === undefined ? afterSettings(records, { ...below, width, columns }, decimal) : below.first
    return begin(records, { ...below, first: row, width, columns })
  }
  const found = { first, width, columns: haveFirstCells(records.slice(first)) ? columns : [] }
  const whole = records.findIndex((_, at) => at < first && isHeader(records, { ...found, at, decimal }))
  const header = areUnitsBelowNames(records, whole, width) ? whole - 1 : whole
  if (header >= 0) return begin(records, { ...found, header })
  const rule = records[first - 1]
  const above = rule && isRule(rule) ? records[first - 2] : rule
  const isNamed = above !== undefined && namesColumns(above, width, decimal)
  if (isNumberedHeader(records, { first, width, isNamed }) || isDatedHeader(records, first, width))
    return begin(records, { ...found, first: first + 1, header: first })
  if (!isNamed) return begin(records, { ...found, first: afterSettings(records, found, decimal), header: undefined })
  const at = records.indexOf(above)
  return begin(records, { ...found, header: areUnitsBelowNames(records, at, width) ? at - 1 : at })
}

/**
 * Returns the names in a comment such as `#Fields: date time`, as in logs of web servers, or `# Fields: a, b`. The
 * names may be separated by commas or spaces, even if the cells of the rows are not.
 */
function declaredNames(records: readonly TextRecord[], width: number): string[] | undefined {
  const names = records.flatMap(({ fields }) => {
    const signs = fields[0] === '#' ? 2 : 1
    const [, first] = /^#\s?Fields:\s*(.*)/.exec(fields.slice(0, signs).join(' ')) ?? []
    if (first === undefined) return []
    const cells = [...(first === '' ? [] : [first]), ...fields.slice(signs)]
    const line = cells.join(' ').trim()
    const splits = [/\s+/, ',', ', '].map((separator) => line.split(separator))
    return [...splits, cells.map((cell) => cell.replace(/,\s*$/, ''))].map((found) => found.map((name) => name.trim()))
  })
  return names.findLast(({ length }) => length === width)
}

/**
 * Whether a line contains units and the line above it has a name for each column. A name may be a year. Both lines may
 * be comments, such as `#YY MM WSPD` above `#yr mo m/s`.
 */
function areUnitsBelowNames(records: readonly TextRecord[], at: number, width: number): boolean {
  const [names, units] = [records[at - 1], records[at]]
  if (!names || !units || !(isComment(names) ? isComment(units) : names.nextLine === units.line)) return false
  const [above, below] = [withoutSign(names.fields, width), withoutSign(units.fields, width)]
  const areNames = isComment(names) || above.every((field) => /\p{L}/u.test(field) || YEAR.test(field.trim()))
  return above.length === width && areNames && holdsUnits(below) && !holdsUnits(above)
}

/**
 * Returns the indexes of the columns that mainly contain numbers or times. Lines with a different number of fields are
 * ignored, because they may precede a short table.
 */
function valueColumns(records: readonly TextRecord[], width: number, decimal: Decimal): number[] {
  const rows = records.filter((record) => record.fields.length === width && !isComment(record))
  const later = rows.slice(Math.ceil(rows.length / 2))
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    const cells = later.map(({ fields }) => fields[at] ?? '').filter((cell) => !meansMissing(cell))
    return cells.length > 0 && cells.filter((cell) => isValue(cell, decimal)).length >= cells.length * 0.8
  })
}

function startOfTexts(records: readonly TextRecord[], width: number, decimal: Decimal): TableStart {
  const filled = ({ fields }: TextRecord) => fields.filter((field) => field.trim() !== '').length
  const isRemark = (record: TextRecord) => isComment(record) || (width > 2 && filled(record) < 2)
  const found = records.findIndex((record) => !isRemark(record))
  const at = found > 0 && found <= 50 ? found : 0
  const record = records[at]
  const hasHeader = record && filled(record) > 0 && !record.fields.some((field) => isValue(field, decimal))
  if (hasHeader) return begin(records, { first: at + 1, header: at, width, columns: [] })
  return begin(records, { first: record && filled(record) === 0 ? at + 1 : at, header: undefined, width, columns: [] })
}

function isBlank({ fields }: TextRecord): boolean {
  return fields.every((field) => field.trim() === '')
}

function haveFirstCells(rows: readonly TextRecord[]): boolean {
  return rows.every((row) => isBlank(row) || isComment(row) || row.fields[0]?.trim() !== '')
}

interface Found {
  first: number
  header: number | undefined
  width: number
  /**
   * The columns that contain values. Empty if some row lacks its first cell. The row below the header may then be data,
   * even if it looks like a second row of names.
   */
  columns: readonly number[]
}

function begin(records: readonly TextRecord[], { first: row, header, width, columns }: Found): TableStart {
  const below = header === undefined ? [] : descriptionRows(records, { first: row, header, columns })
  const last = (header ?? 0) + below.length
  const first = header === undefined ? row : afterUnits(records, { first: row, header: last, columns })
  const above = records.slice(0, header ?? first)
  const start = { ...startAt(records, first, above), descriptionRows: below.length }
  const fields = header === undefined ? undefined : records[header]?.fields
  if (header === undefined || fields === undefined) return start
  const unitRows = records.slice(last + 1, first).flatMap((record) => {
    if (isRule(record) || repeatsNames(record, fields)) return []
    return [isComment(record) ? withoutSign(record.fields, width) : record.fields]
  })
  const names = filledUp(isComment({ fields }) ? withoutSign(fields, width) : fields, records.slice(first), width)
  const both = below[0] && repeats(names) ? joined(names, below[0]) : []
  if (both.length > 0 && !repeats(both))
    return { ...start, names: both, unitRows, joinedRows: 2, descriptionRows: below.length - 1 }
  const complete = namesBelow(names, unitRows[0], columns)
  const rest = { unitRows: unitRows.slice(1), joinedRows: 2 }
  if (complete) return { ...start, names: complete, ...rest }
  if (!repeats(names)) return { ...start, names, unitRows }
  if (unitRows[0]) return { ...start, names: joined(names, unitRows[0]), ...rest }
  const groups = above.at(-1)
  if (!groups || isComment(groups) || isProse(groups, { fields })) return { ...start, names, unitRows }
  const grouped = joined(groupsIn(groups, names), names)
  if (repeats(grouped)) return { ...start, names, unitRows }
  return { ...start, names: grouped, unitRows, joinedRows: 2, titles: start.titles - 1 }
}

/** `above` contains the records above the header, or above the first row if there is no header. */
function startAt(records: readonly TextRecord[], first: number, above: readonly TextRecord[]): TableStart {
  const before = records.slice(0, first)
  const skipLines = (records[first]?.line ?? before.at(-1)?.nextLine ?? 1) - 1
  const titles = above.filter((record) => !isComment(record) && !isBlank(record)).length
  return { skipLines, plainHead: skipLines === before.length, unitRows: [], descriptionRows: 0, joinedRows: 0, titles }
}

/**
 * Returns a group name for each column. A name applies to all columns up to the next name, like a merged cell, unless
 * adjacent cells repeat a name.
 */
function groupsIn({ fields }: TextRecord, names: readonly string[]): string[] {
  const isRepeated = fields.some((field, at) => field.trim() !== '' && field.trim() === fields[at - 1]?.trim())
  let group = ''
  return names.map((name, at) => {
    const own = fields[at]?.trim() ?? ''
    group = isRepeated ? own : own || group
    return name.trim() === '' ? own : group
  })
}

/**
 * Whether a line above the values is the header. A header names all columns, or all but one, or its names continue in
 * the next row. No cell of a header looks like a value or a setting. Neither a blank line nor several lines with more
 * cells separate a header from the values.
 */
function isHeader(
  records: readonly TextRecord[],
  { at, first, width, decimal, columns }: Omit<Found, 'header'> & { at: number; decimal: Decimal },
): boolean {
  const { fields } = records[at] ?? { fields: [] }
  const filled = fields.filter((field) => field.trim() !== '')
  return (
    fields.length === width &&
    (filled.length >= Math.min(width, Math.max(2, width - 1)) ||
      namesBelow(fields, records[at + 1]?.fields, columns) !== undefined) &&
    !isComment({ fields }) &&
    (at + 1 === first || !isTitle({ fields }, records.slice(at + 1), columns)) &&
    fields.every((field) => !/:\s*$|^\s*=[^="]/.test(field) && !isValue(field, decimal)) &&
    records.slice(at + 1, first).filter((record) => record.fields.length > width).length < 2 &&
    records.slice(at, first).every((record, index) => record.nextLine === records[at + index + 1]?.line)
  )
}

/**
 * Returns the index of the first row below the header and its units rows. A units row has a unit in some column of
 * numbers or times.
 */
function afterUnits(
  records: readonly TextRecord[],
  { header, first, columns }: Omit<Found, 'width'> & { header: number },
): number {
  const [names, sub] = [records[header]?.fields ?? [], records[header + 1]?.fields]
  const from = header + 1 < first && namesBelow(names, sub, columns) ? header + 2 : header + 1
  const below = records.slice(from, Math.min(first, from + UNIT_ROWS_MAX))
  const rows = records.slice(first)
  const isAboveValues = (at: number) => rows.some(({ fields }) => /^\P{L}*\d/u.test(fields[at] ?? ''))
  const isUnitRow = ({ fields }: TextRecord) =>
    holdsUnits(fields) && fields.some((cell, at) => !meansMissing(cell) && isAboveValues(at))
  const others = below.findIndex((record) => !isRule(record) && !repeatsNames(record, names) && !isUnitRow(record))
  return from + (others < 0 ? below.length : others)
}

/**
 * Returns the position of the first row of a table without a header. The lines above that row have a different number
 * of cells than the rows, or text in a column of values.
 */
function afterSettings(
  records: readonly TextRecord[],
  { first, width, columns }: Omit<Found, 'header'>,
  decimal: Decimal,
): number {
  const isText = (cell = '') => /\p{L}/u.test(cell) && !meansMissing(cell) && !isValue(cell, decimal)
  const hasText = ({ fields }: TextRecord) => columns.some((at) => isText(fields[at]))
  const isWhole = (record: TextRecord) => isComment(record) || record.fields.length === width
  const whole = records.findIndex((_, at) => at >= first && records.slice(at, at + ROWS_MIN).every(isWhole))
  const settings = records.slice(first, Math.max(whole, first))
  const rows = records.slice(whole).filter((record) => !isComment(record))
  const areSettings =
    records.slice(0, first + settings.length).some(hasText) &&
    settings.every((record) => !isWhole(record) || hasText(record))
  if (!areSettings || rows.length < ROWS_MIN) return first
  return records.findIndex((record, at) => at >= whole && !isComment(record))
}

/**
 * Whether the record above the values can be the header, possibly commented out, rather than a title, a setting, or the
 * last line of a shorter table with more columns.
 */
function namesColumns({ fields }: TextRecord, width: number, decimal: Decimal): boolean {
  if (isComment({ fields })) return withoutSign(fields, width).length === width && !fields.some(isSetting)
  const named = fields.filter((field) => field.trim() !== '')
  const labels = named.filter((field) => field.trim().endsWith(':')).length
  if (labels > 0 && (labels < named.length || labels < 2)) return false
  const isBeyond = (field: string) => field.trim() !== '' && !isNumber(field, decimal)
  if (fields.slice(width).some(isBeyond) && fields.some((field) => isValue(field, decimal))) return false
  if (width > 2) return named.length >= 2
  return named.length > 0 && fields.length >= width
}

/**
 * Whether the first record is a header with years, such as `station, 2010, 2020`, or with other consecutive numbers
 * above a row whose numbers are not consecutive. The name of the first column may be missing if all rows have text in
 * that column, as on a microplate. Consecutive years need no name beside them.
 */
function isNumberedHeader(
  records: readonly TextRecord[],
  { first, width, isNamed }: { first: number; width: number; isNamed: boolean },
): boolean {
  const record = records[first]
  const rows = records.slice(first + 1)
  if (!record || record.fields.length !== width || rows.length === 0) return false
  const cells = record.fields.map((field) => field.trim())
  const numbers = cells.flatMap((cell, at) => (/^\d{1,4}$/.test(cell) ? [at] : []))
  const filled = cells.filter((cell) => cell !== '')
  const texts = filled.filter((cell) => !/^[\d.,+-]+$/.test(cell) && !isTime(cell))
  const hasRowNames = rows.every(({ fields: [name = ''] }) => /^\s*\p{L}/u.test(name))
  const isPlate = !isNamed && cells[0] === '' && numbers.length === filled.length && hasRowNames
  const countsOn = ({ fields }: TextRecord) => {
    const counts = numbers.map((at) => (/^\d+$/.test(fields[at]?.trim() ?? '') ? Number(fields[at]) : Number.NaN))
    return counts.every((n, index) => n - (counts[index - 1] ?? n - 1) === 1)
  }
  const areYears = numbers.every((at) => YEAR.test(cells[at] ?? ''))
  const isNameless = texts.length === 0 && !(areYears && countsOn(record))
  if (!isPlate && (isNameless || texts.length + numbers.length < filled.length)) return false
  if (areYears) return (!isNamed || countsOn(record)) && areAboveOthers(numbers, rows)
  return numbers.length > 1 && countsOn(record) && !countsOn(rows[0] ?? record)
}

/**
 * Whether most cells below years are not years. A single year counts as a name only above numbers with fractions,
 * because above integers, it may be a value.
 */
function areAboveOthers(years: readonly number[], rows: readonly TextRecord[]): boolean {
  const cells = rows.flatMap(({ fields }) => years.map((at) => fields[at]?.trim() ?? ''))
  const filled = cells.filter((cell) => !meansMissing(cell))
  if (years.length < 2) return filled.length > 2 && filled.every((cell) => /^[+-]?\d+[.,]\d+$/.test(cell))
  return filled.filter((cell) => YEAR.test(cell)).length * 2 < filled.length
}

/**
 * Whether a record is a header with different times, such as `station, 2024-01-01, 2024-02-01`, above rows with no time
 * in these columns.
 */
function isDatedHeader(records: readonly TextRecord[], first: number, width: number): boolean {
  const record = records[first]
  const rows = records.slice(first + 1)
  if (!record || record.fields.length !== width || rows.length === 0) return false
  const times = record.fields.flatMap((field, at) => (isTime(field) ? [at] : []))
  const others = record.fields.filter((_, at) => !times.includes(at)).map((field) => field.trim())
  if (times.length < 2 || times.length * 2 < width || !others.every((field) => field === '' || /\p{L}/u.test(field)))
    return false
  const isDistinct = new Set(times.map((at) => record.fields[at]?.trim())).size === times.length
  const below = rows.flatMap(({ fields }) => times.map((at) => fields[at] ?? '')).filter((cell) => !meansMissing(cell))
  return isDistinct && below.length > 0 && !below.some(isTime)
}

/**
 * Adds an empty first name if the rows have one cell more than there are names. R and pandas write such tables, because
 * they don't name the index.
 */
function filledUp(names: readonly string[], rows: readonly TextRecord[], width: number): string[] {
  const isLastUsed = rows.some(({ fields }) => (fields[width - 1] ?? '').trim() !== '')
  const isRowNamed =
    names.length > 1 && names.length === width - 1 && rows.every(({ fields }) => fields.length === width)
  const all = isRowNamed && isLastUsed ? ['', ...names] : names
  return Array.from({ length: Math.max(width, all.length) }, (_, at) => all[at] ?? '')
}

/** Whether a row only repeats the names with other punctuation, as in `("Iteration" "lift")`. */
function repeatsNames({ fields }: TextRecord, names: readonly string[]): boolean {
  const bare = (cells: readonly string[]) => cells.map((cell) => cell.replace(/[("')]/g, '').trim()).join('\n')
  return bare(fields) === bare(names)
}

/**
 * Joins each name with the name below it: `Temp, Temp` above `min, max` becomes `Temp min` and `Temp max`. If both have
 * the same text, as in a cell that is merged over both rows, the text is not repeated.
 */
function joined(names: readonly string[], below: readonly string[]): string[] {
  return names.map((name, at) => {
    const [own, lower] = [name.trim(), (below[at] ?? '').trim()]
    return own === lower ? own : `${own} ${lower}`.trim()
  })
}
