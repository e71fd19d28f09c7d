export type Theme = 'light' | 'dark'

/** The colors of figures and of the documents that show files. */
export const THEME_COLORS = {
  light: {
    ink: '#162024',
    faint: '#5d6a6f',
    line: '#dde3e5',
    ground: '#ffffff',
    sunken: '#eff2f3',
    hit: '#ffd76a',
    series: '#006b7d,#734ba4,#8e5911,#355eae,#127244,#a8324e,#566573,#9c2f8f,#6b6b00,#b34a00',
  },
  dark: {
    ink: '#e9eeef',
    faint: '#8d979b',
    line: '#22292c',
    ground: '#0f1417',
    sunken: '#090e10',
    hit: '#b9860b',
    series: '#68d0dc,#c6a7ee,#efb85d,#8fb4f8,#65d193,#f28ba0,#b4c0cc,#ee9be0,#d2d26a,#ff9d66',
  },
} as const satisfies Record<Theme, Record<string, string>>
