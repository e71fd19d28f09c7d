import {
  applyToPoint,
  compose,
  fromDefinition,
  fromTransformAttribute,
  identity,
  type Matrix,
} from 'transformation-matrix'
import type { DrawnElement } from './drawn-element.ts'
import { type Face, fontOf } from './fonts.ts'

/** A rectangle in the coordinates of the SVG, given by its top left corner and size. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/*
 * Measures text for Plotly. jsdom computes no layout, so the sizes are computed from the metrics of the font. Plotly
 * never measures shapes, so the box of any element is the box around its texts.
 */

const USUAL_SIZE = 12
const LINE = 1.3
const ASCENT = 1.025
const NOTHING: Box = { x: 0, y: 0, width: 0, height: 0 }

/** Returns the box around the texts of an element, in the element's coordinates. */
export function boxOf(element: DrawnElement): Box {
  return around(textsOf(element).map((text) => moved(textBox(text), matrixOf(text, element))))
}

/** Returns the box around the texts of an element, in the coordinates of the drawing. */
export function placedBoxOf(element: DrawnElement): Box {
  return around(textsOf(element).map((text) => moved(textBox(text), matrixOf(text, null))))
}

function textsOf(element: DrawnElement): DrawnElement[] {
  return element.localName === 'text' ? [element] : [...element.querySelectorAll('text')]
}

function textBox(text: DrawnElement): Box {
  const size = sizeOf(text)
  const lines = [...text.querySelectorAll('tspan.line')]
  const parts = lines.length > 0 ? lines : [text]
  const width = Math.max(...parts.map((part) => widthOf(part, text)))
  if (width === 0) return NOTHING
  const anchor = styleOf(text, 'text-anchor')
  const x = numberOf(text, 'x') - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  return { x, y: numberOf(text, 'y') - ASCENT * size, width, height: LINE * size * parts.length }
}

/** Returns the width of a part of a text. Runs of text may differ in size and face, as exponents do. */
function widthOf(part: DrawnElement, text: DrawnElement): number {
  let width = 0
  for (const child of part.childNodes) {
    if (child.nodeType === 1) width += widthOf(child, text)
    else if (child.nodeType === 3) {
      const font = fontOf(faceOf(part, text))
      width += (font.layout(child.nodeValue).advanceWidth / font.unitsPerEm) * sizeOf(part)
    }
  }
  return width
}

function faceOf(element: DrawnElement, text: DrawnElement): Face {
  const style = (name: string) => styleOf(element, name) || styleOf(text, name)
  const bold = /bold|[6-9]00/.test(style('font-weight'))
  const italic = /italic|oblique/.test(style('font-style'))
  if (bold) return italic ? 'boldItalic' : 'bold'
  return italic ? 'italic' : 'regular'
}

/** A percentage, such as the font size of an exponent, is relative to the parent’s font size. */
function sizeOf(element: DrawnElement | null): number {
  if (!element) return USUAL_SIZE
  const size = styleOf(element, 'font-size')
  if (size.endsWith('%')) return (Number.parseFloat(size) / 100) * sizeOf(element.parentElement)
  return size ? Number.parseFloat(size) || USUAL_SIZE : sizeOf(element.parentElement)
}

function styleOf(element: DrawnElement, name: string): string {
  return element.style?.getPropertyValue(name) || (element.getAttribute(name) ?? '')
}

function numberOf(element: DrawnElement, name: string): number {
  return Number.parseFloat(element.getAttribute(name) ?? '0') || 0
}

/** Returns the combined transforms of an element and its ancestors below `top`, or all ancestors if `top` is null. */
function matrixOf(element: DrawnElement, top: DrawnElement | null): Matrix {
  let matrix = identity()
  for (let at: DrawnElement | null = element; at && at !== top; at = at.parentElement) {
    const transform = at.getAttribute('transform')
    if (transform) matrix = compose(compose(fromDefinition(fromTransformAttribute(transform))), matrix)
  }
  return matrix
}

function moved({ x, y, width, height }: Box, matrix: Matrix): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ].map(([cx = 0, cy = 0]) => applyToPoint(matrix, { x: cx, y: cy }))
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

function around(boxes: readonly Box[]): Box {
  const filled = boxes.filter(({ width }) => width > 0)
  if (filled.length === 0) return NOTHING
  const [left, top] = [Math.min(...filled.map(({ x }) => x)), Math.min(...filled.map(({ y }) => y))]
  const right = Math.max(...filled.map(({ x, width }) => x + width))
  const bottom = Math.max(...filled.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}
