import { type Context, Hono } from 'hono'
import qrcode from 'qrcode-generator'
import { toPaymentText, toSize } from './payment-text'

const OPEN_TO_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

const MAX_TEXT = 2_048

function refuse(message: string): Response {
  return Response.json(
    { name: 'BadRequestException', message },
    { status: 400, headers: OPEN_TO_ALL },
  )
}

/** Drawn by another encoder than the product's, in another form of SVG. */
function draw(text: string, size: number, isDark: boolean): string {
  const code = qrcode(0, text.length > 1_000 ? 'L' : 'M')
  // The encoder takes one byte of each letter.
  code.addData(Buffer.from(text).toString('latin1'))
  code.make()
  const svg = code.createSvgTag({ cellSize: 2, margin: 8, scalable: true })
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `)
  return isDark
    ? sized.replace('fill="white"', 'fill="#e8eaf0"').replace('fill="black"', 'fill="#10131a"')
    : sized
}

function answer(c: Context, text: string): Response {
  if (text.length > MAX_TEXT) return refuse('The payload is longer than 2048 characters')
  const svg = draw(text, toSize(c.req.query('size')), c.req.query('theme') === 'dark')
  const headers = { ...OPEN_TO_ALL, 'Content-Type': 'image/svg+xml; charset=utf-8' }
  return new Response(svg, { headers })
}

function allowHeaders(): Response {
  const headers = {
    ...OPEN_TO_ALL,
    'Access-Control-Allow-Methods': 'GET, OPTIONS',
    'Access-Control-Allow-Headers': '*',
  }
  return new Response(null, { status: 204, headers })
}

/** The QR API: `GET /` draws any content, `GET /transfer` a payment. To be mounted at its base path. */
export function createQrApp(): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    const content = c.req.query('content') ?? ''
    return content === '' ? refuse('content is required') : answer(c, content)
  })
  app.get('/transfer', (c) => {
    const made = toPaymentText(c.req.query())
    return 'refused' in made ? refuse(made.refused) : answer(c, made.text)
  })
  app.options('*', allowHeaders)
  return app
}
