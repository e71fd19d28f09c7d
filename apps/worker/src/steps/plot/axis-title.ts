/** Units as they stand at the end of column names, and as they are written. */
const UNITS: Record<string, string> = {
  mm: 'mm',
  cm: 'cm',
  dm: 'dm',
  m: 'm',
  km: 'km',
  m2: 'm²',
  km2: 'km²',
  ha: 'ha',
  m3: 'm³',
  l: 'l',
  m3s: 'm³/s',
  m3_s: 'm³/s',
  cms: 'm³/s',
  ls: 'l/s',
  l_s: 'l/s',
  ms: 'm/s',
  m_s: 'm/s',
  kmh: 'km/h',
  km_h: 'km/h',
  mm_h: 'mm/h',
  mm_d: 'mm/d',
  c: '°C',
  degc: '°C',
  deg_c: '°C',
  celsius: '°C',
  k: 'K',
  f: '°F',
  pa: 'Pa',
  hpa: 'hPa',
  kpa: 'kPa',
  bar: 'bar',
  mbar: 'mbar',
  pct: '%',
  percent: '%',
  prozent: '%',
  w: 'W',
  kw: 'kW',
  mw: 'MW',
  kwh: 'kWh',
  mwh: 'MWh',
  v: 'V',
  mv: 'mV',
  a: 'A',
  hz: 'Hz',
  g: 'g',
  kg: 'kg',
  t: 't',
  mg_l: 'mg/l',
  ug_l: 'µg/l',
  ug_m3: 'µg/m³',
  ppm: 'ppm',
  ppb: 'ppb',
  us_cm: 'µS/cm',
  ntu: 'NTU',
  s: 's',
  min: 'min',
  h: 'h',
  d: 'd',
  eur: '€',
  usd: '$',
} // prettier-ignore

/** The unit a column's name ends with, such as `cm` of `level_cm` or `Level [cm]`. */
export function unitOf(column: string): string | undefined {
  return split(column).unit
}

/** `discharge_m3s` → `Discharge (m³/s)`, `Höhe [cm]` → `Höhe (cm)`. */
export function axisTitle(column: string): string {
  const { words, unit } = split(column)
  const text = words.replace(/_+/g, ' ').trim()
  const title = text.charAt(0).toUpperCase() + text.slice(1)
  return unit ? `${title} (${unit})` : title
}

function split(column: string): { words: string; unit?: string } {
  const bracketed = /^(.*\S)\s*[[(]([^\])]{1,20})[\])]$/.exec(column.trim())
  if (bracketed?.[1] && bracketed[2])
    return { words: bracketed[1], unit: UNITS[bracketed[2].toLowerCase()] ?? bracketed[2] }
  const parts = column.trim().split('_')
  for (const length of [2, 1]) {
    const unit = UNITS[parts.slice(-length).join('_').toLowerCase()]
    if (unit && parts.length > length) return { words: parts.slice(0, -length).join('_'), unit }
  }
  return aggregated(column)
}

/** `level_cm_mean` names its unit before the measure. */
function aggregated(column: string): { words: string; unit?: string } {
  const found = /^(.+)_(mean|median|min|max|sum|deviation|p05|p95|first|last)$/.exec(column)
  if (!found?.[1]) return { words: column }
  const inner = split(found[1])
  return { words: `${inner.words}, ${found[2]}`, unit: inner.unit }
}
