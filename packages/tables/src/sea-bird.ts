/** The contents of the header of a Sea-Bird file (`.cnv`). */
export interface SeaBirdHeader {
  /** Number of lines above the first data row. */
  lines: number
  names: string[]
  /** The unit of each column, such as `db`. */
  units: (string | undefined)[]
  /** The quantity in each column, such as `Pressure, Digiquartz [db]`. */
  meanings: string[]
  /** The number that marks bad values, exactly as written in the rows. */
  badFlag?: string
}

const HEADER = /^\* Sea-Bird [\s\S]*?^\*END\*[^\r\n]*(\r\n|\n|\r)/m
const NAME = /^# name (\d+) = ([^:\r\n]+?)\s*:[^\S\r\n]*([^\r\n]*)/gm
const BAD_FLAG = /^# bad_flag = (\S+)/m

/** Reads the header of a Sea-Bird file. Undefined for other files, or if the header does not name every column. */
export function seaBirdHeader(text: string): SeaBirdHeader | undefined {
  const [header] = HEADER.exec(text) ?? []
  if (header === undefined) return undefined
  const columns = Array.from(header.matchAll(NAME), ([, at, name = '', meaning = '']) => {
    return { at: Number(at), name, meaning: /^[\d.e+-]*$/i.test(meaning.trim()) ? '' : meaning.trim() }
  })
  const [first = ''] = text.slice(header.length).split(/\r\n|\n|\r/, 1)
  const isComplete = columns.every(({ at }, index) => at === index)
  if (!isComplete || columns.length < 2 || first.trim().split(/\s+/).length !== columns.length) return undefined
  const badFlag = BAD_FLAG.exec(header)?.[1]
  return {
    lines: header.split(/\r\n|\n|\r/).length - 1,
    names: columns.map(({ name }) => name),
    units: columns.map(({ meaning }) => /\[(?:[^\]]*, )?([^\]]+)\]$/.exec(meaning)?.[1]),
    meanings: columns.map(({ meaning }) => meaning),
    ...(badFlag !== undefined && { badFlag }),
  }
}
