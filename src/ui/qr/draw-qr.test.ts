import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQrSvg } from '@/test/support/read-qr'
import { drawQr } from './draw-qr'

describe('drawQr', () => {
  it.each([
    'ethereum:0x1111111111111111111111111111111111111111@8453?value=1000000000000000000',
    'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.5',
    'HELLO 123',
    '12345678901234567890',
    'grüße, 送金 🎉',
    '<svg onload="alert(1)">&\'"',
    'x'.repeat(300),
    'a'.repeat(2048),
  ])('given %s, then the picture says exactly that', (text) => {
    expect(readQrSvg(drawQr(text, 256) ?? '')).toBe(text)
    expect(readQrSvg(drawQr(text, 96) ?? '')).toBe(text)
  })

  it('given any text that a payload may be, then the picture says exactly that', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 120, unit: 'grapheme' }), (text) => {
        expect(readQrSvg(drawQr(text, 256) ?? '')).toBe(text)
      }),
      { numRuns: 40 },
    )
  })

  it('given any characters, halves of pairs too, then it draws something', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 50 }),
        (text) => drawQr(text, 96) !== null,
      ),
      { numRuns: 40 },
    )
    expect(readQrSvg(drawQr('a\ud800', 96) ?? '')).toBe('a\ufffd')
  })

  it('given more bytes than a QR code holds, then null', () => {
    expect(drawQr('送'.repeat(2048), 256)).toBeNull()
  })

  it('given text with markup, then none of it is in the document', () => {
    expect(drawQr('<script>x</script>', 100)).not.toContain('script')
  })

  it('given a size, then the document has it, with four light modules around', () => {
    const svg = drawQr('1', 300) ?? ''
    expect(svg).toContain('width="300" height="300"')
    expect(svg).toContain('viewBox="0 0 29 29"')
    expect(svg).toContain('M4 4h1v1h-1z')
    expect(svg).not.toMatch(/M[0-3] |M\d+ [0-3]h/)
  })
})
