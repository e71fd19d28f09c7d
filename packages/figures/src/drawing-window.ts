import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { JSDOM, type Window } from 'jsdom'
import { svgPathProperties } from 'svg-path-properties'
import { DRAWING_SCRIPT } from './drawing-script.ts'
import type { DrawnElement } from './drawn-element.ts'
import { PixelCanvas } from './pixel-canvas.ts'
import { type Box, boxOf, placedBoxOf } from './text-boxes.ts'

const PLOTLY = createRequire(import.meta.url).resolve('plotly.js-cartesian-dist-min')

/** The size of a figure in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** Returns a jsdom window in which Plotly can draw. The window loads no resources and runs only our scripts. */
export function drawingWindow(size: Size): Window {
  const { window } = new JSDOM('<!doctype html><body></body>', { pretendToBeVisual: true, runScripts: 'outside-only' })
  const whole = rectangle({ x: 0, y: 0, ...size })
  Object.assign(window.HTMLElement.prototype, { getBoundingClientRect: () => whole })
  Object.assign(window.SVGElement.prototype, {
    getBBox(this: DrawnElement) {
      return rectangle(boxOf(this))
    },
    getBoundingClientRect(this: DrawnElement) {
      return this.localName === 'svg' ? whole : rectangle(placedBoxOf(this))
    },
    getTotalLength(this: DrawnElement) {
      return pathOf(this).getTotalLength()
    },
    getPointAtLength(this: DrawnElement, at: number) {
      return pathOf(this).getPointAtLength(at)
    },
    getComputedTextLength(this: DrawnElement) {
      return boxOf(this).width
    },
  })
  installCanvas(window)
  Object.assign(window.URL, { createObjectURL: () => '' })
  window.eval(REPEATABLE)
  window.eval(FULL_SIZE)
  window.eval(readFileSync(PLOTLY, 'utf8'))
  window.eval(readFileSync(DRAWING_SCRIPT, 'utf8'))
  return window
}

/** Makes Math.random, which generates the ids in a drawing, repeatable, so equal figures become equal files. */
const REPEATABLE = 'let seed = 1; Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647'

interface Canvas {
  readonly width: number
  readonly height: number
}

/**
 * Hides the browser's name, so that Plotly renders heat maps at full size, as it does for browsers that blur enlarged
 * images. Otherwise, Plotly would render one pixel per cell, and other programs would blur the image.
 */
const FULL_SIZE = "Object.defineProperty(navigator, 'userAgent', { value: '' })"

/** Implements canvases, because jsdom has none and Plotly renders heat maps on them. */
function installCanvas(window: Window): void {
  const canvases = new WeakMap<object, PixelCanvas>()
  const getContext = function (this: Canvas) {
    const canvas = new PixelCanvas(this.width, this.height)
    canvases.set(this, canvas)
    return canvas
  }
  Object.assign(window.HTMLCanvasElement.prototype, {
    getContext,
    toDataURL(this: Canvas) {
      return canvases.get(this)?.toDataURL() ?? ''
    },
  })
}

/** Returns the geometry of a path. Plotly places arrows and the labels of contours along paths. */
function pathOf(element: DrawnElement) {
  return new svgPathProperties(element.getAttribute('d') ?? 'M0,0')
}

function rectangle({ x, y, width, height }: Box) {
  return { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height }
}
