import { defineBackground } from 'wxt/utils/define-background'
import * as z from 'zod/mini'
import { nodesOfBuild } from '@/src/contract/build-nodes'
import { runWorker } from '@/src/engine/browser/run-worker'

// The extension's policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

const env = import.meta.env

// One script of its own, not a module that shares some with the pages: it carries nothing that only they
// use, they nothing that only it does, and it starts by one read.
export default defineBackground({
  main: () =>
    runWorker(
      {
        serviceUrl: env.WXT_SERVICE_URL ?? '',
        fiatUrl: env.WXT_FIAT_URL ?? '',
        qrUrl: env.WXT_QR_URL ?? '',
        embedUrl: env.WXT_EMBED_URL ?? '',
        signerUrl: env.WXT_SIGNER_URL ?? '',
        theme: 'system',
        slippageTolerance: 0.005,
        notifications: true,
        rpcUrls: {},
        preferredWallet: {},
      },
      nodesOfBuild(env.WXT_SERVICE_URL ?? '', env.WXT_NODES ?? ''),
    ),
})
