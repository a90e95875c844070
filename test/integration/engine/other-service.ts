/** Where the settings may point to meanwhile: nothing of an order that was made elsewhere is its business. */
export const otherUrl = 'https://other.test'

/** A host that answers for every order there is: each of them failed, long ago. */
export function claimsAll(_: string, url: URL): Response {
  if (url.pathname === '/v1/chains') return Response.json([])
  if (url.pathname === '/v1/deposit/submit') return Response.json({ orderId: 'svc-1' })
  const record = {
    id: url.pathname.split('/').at(-1),
    fromChainId: 8453,
    toChainId: 42161,
    srcAmount: '25000000',
    status: 'failed',
    createdAt: '2020-01-01T00:00:00.000Z',
  }
  if (url.pathname.startsWith('/v1/orders/by-id/')) return Response.json(record)
  const ids = url.searchParams.get('orderIds')?.split(',') ?? ['svc-1']
  return Response.json({ data: ids.map((id) => ({ ...record, id })) })
}
