/** Creates a CSV with semicolons, decimal commas and missing values, like typical user files. */
export function gaugeCsv(rows = 500): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = String(1 + (Math.floor(index / 24) % 28)).padStart(2, '0')
    const hour = String(index % 24).padStart(2, '0')
    const station = index % 2 === 0 ? 'koeln' : 'bonn'
    const level = index % 50 === 0 ? '' : `${200 + (index % 37)},5`
    return `2024-01-${day} ${hour}:00;${station};${level};${1800 + ((index * 7) % 500)}`
  })
  return ['timestamp;station;level_cm;discharge', ...lines].join('\n')
}
