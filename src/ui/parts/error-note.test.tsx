// @vitest-environment happy-dom
import { render } from 'preact'
import { describe, expect, it } from 'vitest'
import { toSaid } from '@/src/domain/service/service-said'
import { ErrorNote } from './error-note'

function shown(context: Record<string, string>): string {
  const place = document.createElement('div')
  const error = { code: 'service/cannot-fill' as const, message: '', context }
  render(<ErrorNote error={error} />, place)
  return place.textContent
}

describe('an error of the service', () => {
  it('is told with the service’s own words, its markup as text', () => {
    expect(shown(toSaid('No filler for <b>this</b>.'))).toContain(
      'The service said: No filler for <b>this</b>.',
    )
  })

  it.each([{}, toSaid(undefined), toSaid('  ')])('given no words, quotes none', (context) => {
    expect(shown(context)).not.toContain('The service said')
  })
})
