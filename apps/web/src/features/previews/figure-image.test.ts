import { describe, expect, it } from 'vitest'
import { imageBlob } from './figure-image.ts'

describe('the image of a figure', () => {
  it('is read from its data URL', async () => {
    const svg = imageBlob('svg', `data:image/svg+xml,${encodeURIComponent('<svg>ö 100%</svg>')}`)
    expect(svg?.type).toBe('image/svg+xml')
    expect(await svg?.text()).toBe('<svg>ö 100%</svg>')
    expect(await imageBlob('png', `data:image/png;base64,${btoa('PNG')}`)?.text()).toBe('PNG')
  })

  it.each([
    ['svg', 'data:text/html,<script>'],
    ['png', 'data:image/png;base64,not base64!'],
    ['svg', 'data:image/svg+xml,%'],
    ['png', null],
  ] as const)('is refused as %s if it is %j', (format, url) => {
    expect(imageBlob(format, url)).toBeUndefined()
  })
})
