/** The contents of the header of a Grace file (`.xvg`), as GROMACS writes it. */
export interface GraceHeader {
  /** Number of lines above the first data row. */
  lines: number
  /** Number of columns. */
  width: number
  /** The labels of the axes, or the label of the x axis and the legends. Omitted if they do not name every column. */
  names?: string[]
}

const AXIS_LABEL = /^@\s+[xy]axis\s+label\s+"(.*)"/gm
const LEGEND = /^@\s+s\d+\s+legend\s+"(.*)"/gm

/** Reads the header of a Grace file: comments and lines with `@`, one of which contains the type of the data. */
export function graceHeader(text: string): GraceHeader | undefined {
  const [header = ''] = /^([#@][^\r\n]*(\r\n|\n|\r))+/.exec(text) ?? []
  if (!/^@\s*TYPE /im.test(header)) return undefined
  const [first = ''] = text.slice(header.length).split(/\r\n|\n|\r/, 1)
  const width = first.trim().split(/\s+/).length
  const labelsIn = (pattern: RegExp) => Array.from(header.matchAll(pattern), ([, label = '']) => label)
  const [axes, legends] = [labelsIn(AXIS_LABEL), labelsIn(LEGEND)]
  const names = legends.length > 0 ? [...axes.slice(0, 1), ...legends] : axes
  return { lines: header.split(/\r\n|\n|\r/).length - 1, width, ...(names.length === width && { names }) }
}
