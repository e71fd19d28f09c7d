/** The part of a DOM element that this package uses. */
export interface DrawnElement {
  readonly localName: string
  readonly parentElement: DrawnElement | null
  readonly childNodes: Iterable<DrawnNode>
  readonly style?: { getPropertyValue(name: string): string }
  getAttribute(name: string): string | null
  querySelectorAll(selectors: string): Iterable<DrawnElement>
}

type DrawnNode = { readonly nodeType: 3; readonly nodeValue: string } | (DrawnElement & { readonly nodeType: 1 })
