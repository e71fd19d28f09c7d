interface Box {
  left: number
  top: number
  width: number
  height: number
}

const GAP = 6
const MARGIN = 8

/** Centers a tooltip on its element, on the opposite side if there is no room, and within the page. */
export function tooltipPosition(
  anchor: Box,
  words: Pick<Box, 'width' | 'height'>,
  page: { width: number; height: number; side: 'top' | 'bottom' },
): { left: number; top: number } {
  const above = anchor.top - GAP - words.height
  const below = anchor.top + anchor.height + GAP
  const fitsBelow = below + words.height + MARGIN <= page.height
  const isAbove = page.side === 'top' ? above >= MARGIN : !fitsBelow
  const left = anchor.left + anchor.width / 2 - words.width / 2
  const most = Math.max(MARGIN, page.width - words.width - MARGIN)
  return { left: Math.round(Math.min(Math.max(left, MARGIN), most)), top: Math.round(isAbove ? above : below) }
}
