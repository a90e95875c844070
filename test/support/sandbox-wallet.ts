import type { SandboxInfo } from '../sandbox/info'

/** Name and accounts of the sandbox wallet for a running sandbox. */
export function walletConfiguration(info: SandboxInfo) {
  const { evm, solana } = info.accounts
  return {
    name: 'Sandbox Wallet',
    rdns: 'dev.causeway.sandbox-wallet',
    chains: info.chains,
    accounts: {
      evm: { privateKey: evm.privateKey },
      ...(solana === undefined ? {} : { solana: { secretKey: solana.secretKey } }),
    },
  }
}
