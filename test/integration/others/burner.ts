/** Page side: the burner wallet of Solana's wallet adapter, behind the Wallet Standard. */
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import { registerWallet } from '@wallet-standard/wallet'

const burner = new UnsafeBurnerWalletAdapter()
// @ts-expect-error: it is written without exact optional fields.
registerWallet(new SolanaWalletAdapterWallet(burner, 'solana:mainnet', 'http://127.0.0.1:9'))
Object.assign(window, { burner })
