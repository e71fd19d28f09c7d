import { describe, expect, it } from 'vitest'
import { nearestNames } from './nearest-names.ts'

describe('nearestNames', () => {
  it('lists the most similar names first', () => {
    expect(nearestNames('levle_cm', ['timestamp', 'station', 'level_cm'])[0]).toBe('level_cm')
    expect(nearestNames('Station ', ['timestamp', 'station', 'level_cm'])[0]).toBe('station')
  })

  it('prefers a name that contains the wanted one', () => {
    expect(nearestNames('level', ['leaves', 'water_level_cm', 'never'])[0]).toBe('water_level_cm')
  })

  it('lists five of many names, even if they are long', () => {
    const names = Array.from({ length: 2000 }, (_, at) => `${'x'.repeat(300)}${at}`)

    expect(nearestNames('y'.repeat(5000), names)).toHaveLength(5)
  })
})
