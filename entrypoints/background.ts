import { defineBackground } from 'wxt/utils/define-background'
import { runWorker } from '@/src/engine/browser/run-worker'

// Addresses are read one by one: of `import.meta.env` as a whole everything would stand in the script.
// Scripts of its own, not a module that shares some with the pages: it carries nothing that only they
// use, they nothing that only it does, and it starts by one read.
export default defineBackground({
  main: () =>
    runWorker(
      {
        serviceUrl: import.meta.env.WXT_SERVICE_URL ?? '',
        fiatUrl: import.meta.env.WXT_FIAT_URL ?? '',
        qrUrl: import.meta.env.WXT_QR_URL ?? '',
        embedUrl: import.meta.env.WXT_EMBED_URL ?? '',
        signerUrl: import.meta.env.WXT_SIGNER_URL ?? '',
        theme: 'system',
        slippageTolerance: 0.005,
        notifications: true,
        rpcUrls: {},
        preferredWallet: {},
      },
      import.meta.env.WXT_NODES ?? '',
    ),
})
