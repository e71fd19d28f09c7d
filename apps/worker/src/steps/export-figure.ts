import { readFile } from 'node:fs/promises'
import { defineStep, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import { BOX_FIGURE, LEVELS_FIGURE } from '#sample/figures.ts'
import { FIGURE_FILES, saveFigure } from './figures/save-figure.ts'

const FIGURE_MAX_BYTES = 20_000_000

const PARAMETERS = {
  type: 'object',
  properties: {
    formats: {
      type: 'array',
      items: {
        type: 'string',
        enum: ['pdf', 'svg', 'png'],
        'x-enum-titles': { pdf: 'PDF', svg: 'SVG', png: 'PNG' },
      },
      uniqueItems: true,
      minItems: 1,
      title: 'Formats',
      description: 'PDF and SVG stay sharp at every size. PNG is for slides and web pages.',
      default: ['pdf'],
    },
    width: { type: 'integer', title: 'Width', default: 900, minimum: 100, maximum: 4000, 'x-unit': 'px' },
    height: { type: 'integer', title: 'Height', default: 560, minimum: 100, maximum: 4000, 'x-unit': 'px' },
    scale: {
      type: 'number',
      title: 'PNG scale',
      description: 'Pixels of the PNG per pixel of the figure. 2 is sharp on most screens; 3 is good for printing.',
      default: 2,
      minimum: 0.5,
      maximum: 4,
    },
  },
} as const satisfies ParameterSchema

export const exportFigure = defineStep({
  functionName: 'export_figure',
  version: '1.0.4',
  deterministic: true,
  title: 'Export figure',
  shortDescription: 'Saves an interactive figure as PDF, SVG, or PNG, as shown on screen.',
  longDescription: `Draws a Plotly figure, such as a result of Plot table or Fit curve, with the same library, font and colors as the preview, on
a light background. PDF and SVG contain vectors and text that can be selected and edited; the PDF contains its font.

Figures with WebGL traces are drawn with the equivalent traces without WebGL. Maps and three-dimensional figures cannot be drawn.`,
  categories: ['Plots'],
  tasks: ['save a figure', 'export PDF', 'export SVG', 'export PNG', 'print a chart', 'figure for a paper', 'image'],
  icon: 'image-down',
  showFirst: ['files'],
  parameters: PARAMETERS,
  inputs: [
    {
      name: 'figure',
      title: 'Figure',
      description: 'A figure as Plotly JSON, with a name like levels.plotly.json.',
      mediaType: 'application/vnd.plotly.v1+json',
    },
  ],
  outputs: [FIGURE_FILES],
  returns: { type: 'object', properties: { files: { type: 'integer', title: 'Files' } } },
  examples: [
    { title: 'Water levels as PDF', inputs: { figure: [LEVELS_FIGURE] } },
    {
      title: 'A wide figure as SVG and PNG',
      parameters: { formats: ['svg', 'png'], width: 1200, height: 400 },
      inputs: { figure: [BOX_FIGURE] },
    },
  ],
  async run(context) {
    const { formats, width, height, scale } = context.parameters
    const figure = context.input('figure')
    if (figure.sizeInBytes > FIGURE_MAX_BYTES) {
      throw new StepError(`${figure.name} is larger than 20 MB, too large to draw. Plot fewer points.`)
    }
    context.progress(0.1)
    await saveFigure(context, await readFile(await figure.path(), 'utf8'), {
      formats,
      slot: 'files',
      size: { width, height },
      scale,
    })
    context.log.info(`Saved the figure as ${formats.join(', ').toUpperCase()}.`)
    return { files: formats.length }
  },
})
