import { describe, expect, it } from 'vitest'
import { isSlug, slugOf } from '#lib/slug.ts'

describe('slugOf', () => {
  it.each([
    ['Rhine Hydrology Lab', 'rhine-hydrology-lab'],
    ['  Rhein-Labor Köln / Bonn ', 'rhein-labor-koln-bonn'],
    ['Weiß & Søn', 'weiss-s-n'],
    ['水文', ''],
  ])('turns %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('returns only what isSlug accepts, even for a long name', () => {
    const slug = slugOf(`${'a'.repeat(47)} b`)

    expect(slug).toBe('a'.repeat(47))
    expect(isSlug(slug)).toBe(true)
  })
})

describe('isSlug', () => {
  it.each(['', 'Rhine', 'rhine lab', '-rhine', 'rhine--lab', 'a'.repeat(49)])('refuses "%s"', (text) => {
    expect(isSlug(text)).toBe(false)
  })
})
