/** Creates a PDF with one page for each string. */
export function pdfOf(texts: readonly string[]): Buffer {
  const pages = texts.map((_, at) => 4 + at * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${texts.length} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => {
      const drawing = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

/** Returns a WAV file: one second of a tone that swells and fades three times. */
export function wav(): Buffer {
  const data = Buffer.from(
    Array.from({ length: 8000 }, (_, at) => 128 + 110 * Math.sin(at / 2) * Math.sin((at * 3 * Math.PI) / 8000)),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

export const MARKDOWN = `# Gauge report

Readings of the **Rhine** at [Köln](https://example.org/koeln), see \`level\`.[^sensor]
The flow is $Q = v \\cdot A$, and a day costs $5 or $6:

$$
\\bar{h} = \\frac{1}{n} \\sum_{i=1}^{n} h_i, \\quad h \\in \\mathbb{R}
$$

[^sensor]: Replaced in *May*.

| Station | Level |
|---------|------:|
| Köln    | 312.5 |
| Bonn    | 287   |

- [x] checked
- [ ] published

\`\`\`python
mean = sum(levels) / len(levels)
\`\`\`
`

export const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  metadata: { kernelspec: { language: 'python' } },
  cells: [
    { cell_type: 'markdown', source: ['# Levels\n', 'Mean level per **station**.'] },
    {
      cell_type: 'code',
      execution_count: 2,
      source: 'frame.groupby("station").level.mean()',
      outputs: [
        {
          output_type: 'execute_result',
          data: {
            'text/html': '<table><tr><th>station</th><th>level</th></tr><tr><td>Köln</td><td>312.5</td></tr></table>',
            'text/plain': 'Köln 312.5',
          },
        },
        {
          output_type: 'execute_result',
          data: { 'text/latex': '$\\displaystyle \\sqrt{x}$', 'text/plain': 'sqrt(x)' },
        },
        { output_type: 'error', traceback: ['\u001b[31mValueError\u001b[0m: no such station'] },
      ],
    },
  ],
})

export const GEOJSON = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Köln', level: 312.5 },
      geometry: { type: 'Point', coordinates: [6.96, 50.94] },
    },
    { type: 'Feature', properties: { name: 'Bonn' }, geometry: { type: 'Point', coordinates: [7.1, 50.73] } },
    {
      type: 'Feature',
      properties: { name: 'Rhine' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [7.6, 50.36],
          [7.1, 50.73],
          [6.96, 50.94],
          [6.77, 51.23],
        ],
      },
    },
  ],
})

export const HTML = '<!doctype html><title>t</title><h1>Level report</h1><table border=1><tr><td>Köln<td>312.5</table>'

/** SQL for the tables of a laboratory, and for a view, which previews do not show. */
export const LAB_SQL = `
  CREATE TABLE readings(station TEXT, level REAL);
  INSERT INTO readings VALUES ('Köln', 312.5), ('Bonn', 298.25);
  CREATE TABLE stations(name TEXT, river TEXT);
  INSERT INTO stations VALUES ('Köln', 'Rhine');
  CREATE VIEW latest AS SELECT * FROM readings;`

/** Images of 4 × 3 pixels. */
export const PICTURES = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAFElEQVR4nGM8YSPCAANMDEgAhQMAKcgBHj26dc4AAAAASUVORK5CYII=',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAADAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIwBxx//2Q==',
  'image/bmp':
    'Qk1aAAAAAAAAADYAAAAoAAAABAAAAAMAAAABABgAAAAAACQAAADEDgAAxA4AAAAAAAAAAAAAFDzIFDzIFDzIFDzIFDzIFDzIFDzIFDzIFDzIFDzIFDzIFDzI',
  'image/webp': 'UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoEAAMAAUAmJaACdLoB+AADsAD+7tPf/mwK5rn3+//bQ/rQ/rQ/6UAA',
}

/** A NetCDF 3 file, as the C library writes it, with a time axis and packed temperatures. */
export const NETCDF =
  'Q0RGAQAAAAUAAAAKAAAAAgAAAAR0aW1lAAAAAAAAAAF4AAAAAAAABAAAAAwAAAABAAAABXRpdGxlAAAAAAAAAgAAAAVLw7ZsbgAAAAAAAAsAAAACAAAABHRpbWUAAAABAAAAAAAAAAwAAAABAAAABXVuaXRzAAAAAAAAAgAAABVkYXlzIHNpbmNlIDIwMjQtMDEtMDEAAAAAAAAGAAAACAAAAUAAAAAEdGVtcAAAAAIAAAAAAAAAAQAAAAwAAAAEAAAACl9GaWxsVmFsdWUAAAAAAAMAAAAB/BkAAAAAAAxzY2FsZV9mYWN0b3IAAAAGAAAAAT+5mZmZmZmaAAAACmFkZF9vZmZzZXQAAAAAAAYAAAABQBQAAAAAAAAAAAAFdW5pdHMAAAAAAAACAAAAAUsAAAAAAAADAAAACAAAAUgAAAAAAAAAAP/O/9j/4vwZP/AAAAAAAAD/9gAAAAoAFEAAAAAAAAAAAB4AKAAyADxACAAAAAAAAABGAFAAWgBkQBAAAAAAAAAAbgB4AIIAjA=='

/** Nearly a second of a video of 16 × 16 pixels as WebM (VP8), in Base64, recorded by Chromium from a canvas. */
export const WEBM = [
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAH1EU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTb',
  'uLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCAePsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrX',
  'sYMPQkBEiYREFijFTYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFh5OzJrZAEAWDgQFV7oEBhoVWX1ZQOOCdsIEQuoEQU8CBAVWwkFWxgQ',
  'FVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAAQPngQCgzaGjgQAAABACAJ0BKhAAEAAAxwiFhYiZhIgFAgAMDWAA/v1zuAB1oaWmo+6BAaWeEAIAnQEq',
  'EAAQAASHCIWFiJmEiBgCAAwNYAD+9qUAoLmhmYEAyACxAQADEDwAGAAwP/QMAAAA/v57IAB1oZimlu6BAaWRsQEAEhDwABgAGFgv9AAIAAD7gQ',
  'CguKGYgQGQALEBAAMQNAAYADA/9AwAAAD+/ENQdaGYppbugQGlkbEBABIRDAAYABhYL/QACAAA+4HIoLqhmYECWACxAQADECAAGAAwP/QMAAAA',
  '/v9v2AB1oZimlu6BAaWRsQEAEhEoABgAGFgv9AAIAAD7ggGQHFO7a427i7OBALeG94EB8YHU',
].join('')
