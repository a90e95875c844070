import { type Context, Hono } from 'hono'
import {
  type QrPayload,
  type QrProblem,
  toGenericPayload,
  toQrSize,
  toTransferPayload,
} from '@/src/domain/qr-payload'
import { drawQr } from '@/src/ui/qr/draw-qr'

const OPEN_TO_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

const SAYS: Record<QrProblem['kind'], (problem: QrProblem) => string> = {
  missing: (problem) => `${'field' in problem ? problem.field : ''} is required`,
  invalid: (problem) => `${'field' in problem ? problem.field : ''} is not valid`,
  'too-long': () => 'The payload is longer than 2048 characters',
}

function refuse(message: string): Response {
  return Response.json(
    { name: 'BadRequestException', message },
    { status: 400, headers: OPEN_TO_ALL },
  )
}

function answer(c: Context, read: QrPayload): Response {
  if (!read.ok) return refuse(SAYS[read.problem.kind](read.problem))
  const theme = c.req.query('theme') === 'dark' ? 'dark' : 'light'
  const svg = drawQr(read.payload, toQrSize(c.req.query('size')), theme)
  if (svg === null) return refuse('The payload does not fit into a QR code')
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
  app.get('/', (c) => answer(c, toGenericPayload(c.req.query('content'))))
  app.get('/transfer', (c) => answer(c, toTransferPayload(c.req.query())))
  app.options('*', allowHeaders)
  return app
}
