import { describe, expect, it } from 'vitest'
import { tooltipPosition } from './tooltip-position.ts'

const PAGE = { width: 1000, height: 600 }
const WORDS = { width: 100, height: 24 }

describe('the position of a tooltip', () => {
  it('is centered below the element', () => {
    const button = { left: 400, top: 100, width: 40, height: 32 }

    expect(tooltipPosition(button, WORDS, { ...PAGE, side: 'bottom' })).toEqual({ left: 370, top: 138 })
  })

  it('changes sides where there is no room', () => {
    const atFoot = { left: 400, top: 560, width: 40, height: 32 }
    const atHead = { left: 400, top: 4, width: 40, height: 32 }

    expect(tooltipPosition(atFoot, WORDS, { ...PAGE, side: 'bottom' }).top).toBe(530)
    expect(tooltipPosition(atHead, WORDS, { ...PAGE, side: 'top' }).top).toBe(42)
  })

  it('stays inside the page', () => {
    const atEdge = { left: 980, top: 100, width: 20, height: 20 }
    const atStart = { left: 0, top: 100, width: 20, height: 20 }

    expect(tooltipPosition(atEdge, WORDS, { ...PAGE, side: 'bottom' }).left).toBe(892)
    expect(tooltipPosition(atStart, WORDS, { ...PAGE, side: 'bottom' }).left).toBe(8)
  })
})
