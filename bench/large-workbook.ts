import { randomFillSync } from 'node:crypto'
import { zipOf } from '@millrace/contracts/testing/zip-files'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`
const WORKBOOK = `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Levels" sheetId="1" r:id="rId1"/></sheets></workbook>`

/**
 * Creates a workbook whose numbers have all their digits, as programs export them. One million rows and 11 columns take
 * 105 MB.
 */
export function largeWorkbook(rows: number, columns: number): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: '_rels/.rels', content: relationship('officeDocument', 'xl/workbook.xml') },
    { name: 'xl/workbook.xml', content: WORKBOOK },
    { name: 'xl/_rels/workbook.xml.rels', content: relationship('worksheet', 'worksheets/sheet1.xml') },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(rows, columns) },
  ])
}

function relationship(type: string, target: string): string {
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
}

function sheet(rows: number, columns: number): Buffer {
  const row = (cells: string[]) => `<row>${cells.join('')}</row>`
  const numbers = new Uint32Array(columns * 1000)
  const parts = [
    `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><dimension ref="A1:K${rows + 1}"/><sheetData>`,
    row(Array.from({ length: columns }, (_, at) => `<c t="inlineStr"><is><t>sensor ${at + 1}</t></is></c>`)),
  ]
  for (let done = 0; done < rows; done += 1000) {
    randomFillSync(numbers)
    for (let at = 0; at < 1000; at += 1) {
      const cells = numbers.subarray(at * columns, (at + 1) * columns)
      parts.push(row(Array.from(cells, (value) => `<c><v>${(value + 0.5) / 4_294_967_296}</v></c>`)))
    }
  }
  parts.push('</sheetData></worksheet>')
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}
