import type { ChromiumProduct } from '../support/product'

/** Opens the popup with USDC of the sandbox's first chain to USDC of its second chosen in its form. */
export async function openWithUsdc(product: ChromiumProduct) {
  const swap = await product.openPopup()
  const [source, destination] = product.info.chains
  if (source === undefined || destination === undefined) throw new Error('Two chains are needed')
  await swap.enterPair(
    { symbol: 'USDC', chainId: source.id },
    { symbol: 'USDC', chainId: destination.id },
  )
  return swap
}
