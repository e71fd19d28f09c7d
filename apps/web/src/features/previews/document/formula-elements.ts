import katex from 'katex'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import { formulaFont } from './formula-font.ts'
import { mathLetters } from './math-letters.ts'

/** The MathML elements that KaTeX generates. None of them can load or run anything. */
const ELEMENTS = new Set(
  'math,semantics,mrow,mi,mn,mo,ms,mtext,mspace,mfrac,msqrt,mroot,mstyle,msub,msup,msubsup,munder,mover,munderover,mtable,mtr,mtd,mlabeledtr,menclose,mpadded,mphantom,merror'.split(
    ',',
  ),
)
const ATTRIBUTES = new Set(
  'accent,accentunder,columnlines,columnspacing,depth,display,displaystyle,fence,form,height,linethickness,lspace,mathbackground,mathcolor,mathsize,mathvariant,maxsize,minsize,movablelimits,notation,rowlines,rowspacing,rspace,scriptlevel,separator,side,stretchy,symmetric,voffset,width'.split(
    ',',
  ),
)
/** Extra padding, because browsers set fractions and sums closer to their neighbors than TeX does. */
const SPACING: Record<string, CSSProperties> = {
  mfrac: { paddingInline: '0.12em' },
  munderover: { paddingInline: '0.12em' },
}
/** Limits how far the macros of a formula are expanded, and how large the formula's elements can be drawn. */
const BOUNDS = { maxExpand: 500, maxSize: 20 }

/**
 * Converts a formula to MathML elements. KaTeX's markup is parsed as inert XML, and only known elements and attributes
 * are copied from it. Throws KaTeX's ParseError if the formula is invalid.
 */
export function formulaElements(source: string, isBlock: boolean): ReactNode {
  const markup = katex.renderToString(source, {
    ...BOUNDS,
    displayMode: isBlock,
    output: 'mathml',
    throwOnError: true,
    trust: false,
    strict: 'ignore',
  })
  const xml = /<math[\s\S]*<\/math>/.exec(markup)?.[0] ?? ''
  return elementOf(new DOMParser().parseFromString(xml, 'application/xml').documentElement, 0)
}

function elementOf(element: Element, key: number): ReactNode {
  const name = element.localName
  // Skips unknown elements, including the LaTeX source that KaTeX adds.
  if (!ELEMENTS.has(name) || isFiller(element)) return null
  const known = Array.from(element.attributes).filter((attribute) => ATTRIBUTES.has(attribute.name))
  const attributes = Object.fromEntries(known.map((attribute) => [attribute.name, attribute.value]))
  const letters = mathLetters(
    element.children.length === 0 ? (element.textContent ?? '') : '',
    attributes.mathvariant ?? '',
  )
  if (letters) return createElement(name, { key, ...attributes, mathvariant: 'normal' }, letters)
  const children = Array.from(element.childNodes, (child, at) =>
    child instanceof Element ? elementOf(child, at) : child.textContent,
  )
  const style = name === 'mtd' ? alignment(element) : SPACING[name]
  return createElement(
    name,
    { key, ...attributes, style, ...(name === 'math' && { className: formulaFont() }) },
    ...children,
  )
}

/**
 * Returns whether a table cell is an empty one that KaTeX adds for equation numbers. Only KaTeX's own style sheet would
 * fill it.
 */
function isFiller(cell: Element): boolean {
  return /^(mtr-glue|mml-eqn-num)$/.test(cell.getAttribute('class') ?? '')
}

/**
 * Returns the alignment of a table cell as CSS, because Chromium ignores `columnalign`. Undefined for centered cells.
 */
function alignment(cell: Element): CSSProperties | undefined {
  const sides = cell.closest('mtable')?.getAttribute('columnalign')?.split(' ')
  const cells = Array.from(cell.parentElement?.children ?? []).filter((one) => !isFiller(one))
  const side = sides?.[cells.indexOf(cell)]
  return side === 'left' || side === 'right' ? { textAlign: side } : undefined
}
