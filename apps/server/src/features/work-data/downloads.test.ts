import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { formOf, uploads } from '#testing/jobs.ts'

const api = await testApi()

const ACTIVE: [name: string, type: string, content: string][] = [
  ['page.html', 'text/html', '<script>alert(1)</script>'],
  [
    'page.xhtml',
    'application/xhtml+xml',
    '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  ],
  ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['style.xml', 'application/xml', '<?xml-stylesheet href="javascript:alert(1)"?><a/>'],
  ['code.js', 'text/javascript', 'alert(1)'],
  ['module.wasm', 'application/wasm', '\0asm'],
  ['archive.mhtml', 'multipart/related', 'MIME-Version: 1.0\n\n<script>alert(1)</script>'],
  ['document.pdf', 'application/pdf', '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert(1))>>>>'],
  ['unknown', 'text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
  ['quote".html', 'text/html', '<b>"'],
]

describe('a download', () => {
  it.each(ACTIVE)('sec/I1 of %s as %s is saved and runs no script', async (name, type, content) => {
    const mara = await api.signUp()
    const made = await mara.request('POST', '/api/WorkData/UploadWorkData', { body: formOf(name, content, type) })
    expect(made.status).toBe(201)

    const { headers } = await mara.get(`${made.headers.get('location')}/Download`)

    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[^"\\\r\n]*"/)
    expect(headers.get('content-type')).not.toMatch(/[\r\n]/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('sec/I1 of a compressed drawing is not needed to show it: it is sent decompressed and sandboxed', async () => {
    const mara = await api.signUp()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    const made = await mara.request('POST', '/api/WorkData/UploadWorkData', {
      body: formOf('map.svgz', gzipSync(svg), 'image/svg+xml'),
    })
    const data = made.headers.get('location') ?? ''

    const { links } = await mara.read<{ links: { rel: string[] }[] }>(data)
    const inline = await mara.get(`${data}/Inline`)

    expect(links.flatMap((link) => link.rel)).toEqual(expect.arrayContaining(['Inline', 'TextPreview']))
    expect(await inline.text()).toBe(svg)
    expect(inline.headers.get('content-type')).toBe('image/svg+xml')
    expect(inline.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
    expect(inline.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('sec/I5 is the only way to get the bytes of a PDF file, which is shown in a sandboxed document', async () => {
    const mara = await api.signUp()
    const data = await uploads(mara, 'document.pdf', '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript>>>>')

    const { links } = await mara.read<{ links: { rel: string[] }[] }>(data)
    const [preview, inline] = [await mara.get(`${data}/Preview`), await mara.get(`${data}/Inline`)]

    expect(links.flatMap((link) => link.rel).filter((rel) => /Preview|Inline/.test(rel))).toEqual(['PreviewDocument'])
    for (const reply of [preview, inline]) {
      expect(((await reply.json()) as { code: string }).code).toBe('preview-failed')
    }
    const document = await mara.get(`${data}/PreviewDocument`)
    const shown = await mara.get(new URL(document.headers.get('location') ?? '').pathname)
    expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts; default-src 'none'/)
    expect(await shown.text()).not.toContain('OpenAction')
  })
})

describe('a request body', () => {
  it('sec/J2 is limited by its actual length, whatever length it declares', async () => {
    const mara = await api.signUp()
    const body = JSON.stringify({ Name: 'x'.repeat(1_000_001) })

    const declared: Record<string, string>[] = [
      { 'content-length': '10' },
      { 'content-length': '' },
      { 'transfer-encoding': 'chunked' },
    ]
    for (const length of declared) {
      const headers = { 'content-type': 'application/json', ...length }
      expect((await mara.request('POST', '/api/Job/CreateJob', { body, headers })).status).toBe(413)
    }
  })
})

describe('downloading', () => {
  it('honors If-None-Match and If-Match', async () => {
    const alice = await api.signUp()
    const at = `${await uploads(alice)}/Download`
    const etag = (await alice.get(at)).headers.get('etag') ?? ''
    const statusOf = async (headers: Record<string, string>) => {
      const reply = await alice.get(at, headers)
      return [reply.status, (await reply.text()) !== '', reply.headers.get('etag') === etag]
    }

    expect(await statusOf({ 'if-none-match': etag })).toEqual([304, false, true])
    expect(await statusOf({ 'if-none-match': `"other", W/${etag}` })).toEqual([304, false, true])
    expect(await statusOf({ 'if-none-match': '"other"' })).toEqual([200, true, true])
    expect(await statusOf({ 'if-match': etag, range: 'bytes=0-0' })).toEqual([206, true, true])
    expect(await statusOf({ 'if-match': '"other"', range: 'bytes=0-0' })).toEqual([412, true, false])
  })

  it('serves ranges, resumes with If-Range, and refuses ranges beyond the end', async () => {
    const alice = await api.signUp()
    const at = `${await uploads(alice, 'digits.txt', '0123456789')}/Download`

    const part = await alice.get(at, { range: 'bytes=2-4' })
    const tail = await alice.get(at, { range: 'bytes=-3' })
    const open = await alice.get(at, { range: 'bytes=8-' })
    const etag = part.headers.get('etag') ?? ''
    const resumed = await alice.get(at, { range: 'bytes=5-', 'if-range': etag })
    const changed = await alice.get(at, { range: 'bytes=5-', 'if-range': '"other"' })
    const outside = await alice.get(at, { range: 'bytes=10-' })

    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    expect([await tail.text(), await open.text(), await resumed.text()]).toEqual(['789', '89', '56789'])
    expect([changed.status, await changed.text()]).toEqual([200, '0123456789'])
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })
})
