/** Types for the parts of jsdom that this package uses. The types of jsdom would add browser types to Node programs. */
declare module 'jsdom' {
  import type { DrawnElement } from './drawn-element.ts'

  interface Prototyped {
    prototype: object
  }

  interface Window {
    readonly SVGElement: Prototyped
    readonly HTMLElement: Prototyped
    readonly HTMLCanvasElement: Prototyped
    readonly URL: object
    readonly document: { readonly body: DrawnElement }
    eval(code: string): unknown
    close(): void
  }

  export class JSDOM {
    constructor(html: string, options: { pretendToBeVisual: boolean; runScripts: 'outside-only' })
    readonly window: Window
  }
}
