import { type Repeated, type ZipEntry, zipOf } from './zip-files.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const ODF = 'urn:oasis:names:tc:opendocument:xmlns'
const MEBIBYTE = 1 << 20
/**
 * How many mebibytes a zip bomb decompresses to: just below the largest size that a ZIP archive without extensions can
 * declare.
 */
const BOMB_BLOCKS = 4000

/** A malicious workbook, and what a reader must do with it. */
export interface HostileWorkbook {
  name: string
  content: Buffer
  /** The row that a reader returns, or the error with which it refuses the workbook. */
  expected: readonly string[] | RegExp
}

const ROW = ['Köln', '5']
const TOO_LARGE = /decompresses to [\d,]+ MB\. The limit for .* is [\d,]+ MB\. Save the sheet as CSV/
const DAMAGED = /can’t be read as a workbook/

/** A DTD with nested entities that would expand to a gigabyte, and an entity that includes a local file. */
const ENTITIES = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 8 },
  (_, at) => {
    const [name, before] = [String.fromCharCode(98 + at), String.fromCharCode(97 + at)]
    return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`
  },
).join('')}]>`

function relations(...all: [id: string, type: string, target: string, more?: string][]): string {
  const each = all.map(
    ([id, type, target, more = '']) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}" ${more}/>`,
  )
  return `<?xml version="1.0"?><Relationships>${each.join('')}</Relationships>`
}

function xlsx(sheet: ZipEntry['content'], more: readonly ZipEntry[] = [], declares?: number): Buffer {
  const workbook = `<?xml version="1.0"?><workbook xmlns="${MAIN}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations(['rId1', 'officeDocument', 'xl/workbook.xml']) },
    { name: 'xl/workbook.xml', content: workbook },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'vbaProject', 'vbaProject.bin'],
        ['rId3', 'externalLink', 'externalLinks/externalLink1.xml'],
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet ?? '', ...(declares !== undefined && { declares }) },
    ...more,
  ])
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const head = `<row>${cell('station')}${cell('level')}</row>`

function sheetOf(rows: string, prolog = ''): string {
  return `<?xml version="1.0"?>${prolog}<worksheet xmlns="${MAIN}"><sheetData>${head}${rows}</sheetData></worksheet>`
}

function sheetBomb(): Repeated {
  const [start = '', end = ''] = sheetOf('|').split('|')
  return { start, block: ' '.repeat(MEBIBYTE), times: BOMB_BLOCKS, end }
}

function ods(rows: string, { prolog = '', more = [] as ZipEntry[], declares = 0, blocks = 0 } = {}): Buffer {
  const names = ['office', 'table', 'text', 'script'].map((name) => `xmlns:${name}="${ODF}:${name}:1.0"`).join(' ')
  const start = `<?xml version="1.0"?>${prolog}<office:document-content ${names} xmlns:xlink="http://www.w3.org/1999/xlink"><office:body><office:spreadsheet><table:table table:name="Data">${odsRow(odsCell('station'), odsCell('level'))}${rows}`
  const end = '</table:table></office:spreadsheet></office:body></office:document-content>'
  const content = blocks > 0 ? { start, block: ' '.repeat(MEBIBYTE), times: blocks, end } : start + end
  return zipOf([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
    { name: 'content.xml', content, ...(declares > 0 && { declares }) },
    ...more,
  ])
}

const odsCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
const odsRow = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const ODS_ROW = odsRow(odsCell('Köln'), '<table:table-cell office:value-type="float" office:value="5"/>')

/** Encodes records of an XLSB part. Each record consists of its number, length and content. */
export function binaryRecords(...all: [number: number, ...content: number[]][]): Buffer {
  return Buffer.from(
    all.flatMap(([number, ...content]) => [
      ...(number > 127 ? [(number & 127) | 128, number >> 7] : [number]),
      content.length,
      ...content,
    ]),
  )
}

/** Encodes a string as in XLSB files. */
export const binaryText = (text: string): number[] => [text.length, 0, 0, 0, ...Buffer.from(text, 'utf16le')]

function xlsb(sheet: ZipEntry['content'], more: readonly ZipEntry[] = []): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations(['rId1', 'officeDocument', 'xl/workbook.bin']) },
    {
      name: 'xl/workbook.bin',
      content: binaryRecords([156, 0, 0, 0, 0, 1, 0, 0, 0, ...binaryText('rId9'), ...binaryText('Data')]),
    },
    { name: 'xl/_rels/workbook.bin.rels', content: relations(['rId9', 'worksheet', 'worksheets/sheet1.bin']) },
    { name: 'xl/worksheets/sheet1.bin', content: sheet ?? '' },
    ...more,
  ])
}

function binarySheet(): Buffer {
  const text = (column: number, value: string): [number, ...number[]] => [
    6,
    ...[column, 0, 0, 0, 0, 0, 0, 0],
    ...binaryText(value),
  ]
  const row = (at: number): [number, ...number[]] => [0, at, 0, 0, 0]
  const cells = [row(0), text(0, 'station'), text(1, 'level'), row(1), text(0, 'Köln'), text(1, '5')]
  return binaryRecords([129], ...cells, [130])
}

const PLAIN_ROW = `<row>${cell('Köln')}<c><v>5</v></c></row>`
const MACRO: ZipEntry = { name: 'xl/vbaProject.bin', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') }

/** Returns the ZIP entries of a link to another workbook. */
function externalLink(address: string): ZipEntry[] {
  return [
    { name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink><externalBook r:id="rId1"/></externalLink>' },
    {
      name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
      content: relations(['rId1', 'externalLinkPath', `${address}/other.xlsx`, 'TargetMode="External"']),
    },
  ]
}

/** Builds a workbook with a macro and one row. */
export function macroWorkbook(): Buffer {
  return xlsx(sheetOf(PLAIN_ROW), [MACRO])
}

/** Builds an XLSB workbook with a macro, one row, and a link to another workbook at `address`. */
export function binaryMacroWorkbook(address: string): Buffer {
  return xlsb(binarySheet(), [MACRO, ...externalLink(address)])
}

/** Builds all malicious workbooks. Some refer to the server at `address`, which must not receive a request. */
export function hostileWorkbooks(address: string): HostileWorkbook[] {
  const linked = `<row>${cell('Köln')}<c><f>[1]Data!A1+WEBSERVICE("${address}/x")</f><v>5</v></c></row>`
  const basic = { name: 'Basic/Standard/Module1.xml', content: '<script:module>Shell("rm -rf /")</script:module>' }
  const source = `<table:table-source xlink:href="${address}/other.ods" table:table-name="Data"/>`
  const wide = '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>'
  const many = `<table:table-row table:number-rows-repeated="1048576">${wide}</table:table-row>`
  return [
    { name: 'macro.xlsm', content: macroWorkbook(), expected: ROW },
    { name: 'links.xlsx', content: xlsx(sheetOf(linked), externalLink(address)), expected: ROW },
    {
      name: 'entities.xlsx',
      content: xlsx(sheetOf(`<row>${cell('&i;')}${cell('&f;')}</row>`, ENTITIES)),
      expected: ['&i;', '&f;'],
    },
    { name: 'bomb.xlsx', content: xlsx(sheetBomb()), expected: TOO_LARGE },
    { name: 'lying.xlsx', content: xlsx(sheetBomb(), [], 5_000), expected: DAMAGED },
    { name: 'macro.ods', content: ods(ODS_ROW, { more: [basic] }), expected: ROW },
    { name: 'links.ods', content: ods(source + ODS_ROW), expected: ROW },
    {
      name: 'entities.ods',
      content: ods(odsRow(odsCell('&i;'), odsCell('&f;')), { prolog: ENTITIES }),
      expected: ['&i;', '&f;'],
    },
    { name: 'bomb.ods', content: ods(ODS_ROW, { blocks: BOMB_BLOCKS }), expected: TOO_LARGE },
    { name: 'lying.ods', content: ods(ODS_ROW, { blocks: BOMB_BLOCKS, declares: 5_000 }), expected: DAMAGED },
    { name: 'repeated.ods', content: ods(many), expected: DAMAGED },
    { name: 'macro.xlsb', content: binaryMacroWorkbook(address), expected: ROW },
    {
      name: 'bomb.xlsb',
      content: xlsb({ start: '', block: '\0'.repeat(MEBIBYTE), times: BOMB_BLOCKS, end: '' }),
      expected: TOO_LARGE,
    },
  ]
}
