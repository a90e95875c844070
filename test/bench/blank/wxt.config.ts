import preact from '@preact/preset-vite'
import { defineConfig } from 'wxt'

/** The smallest extension of this toolchain: what the benchmark holds the product against. */
export default defineConfig({
  imports: false,
  manifestVersion: 3,
  outDir: process.env.CAUSEWAY_OUT_DIR ?? '.output',
  vite: () => ({
    plugins: [preact()],
    build: { target: 'es2023', sourcemap: false, modulePreload: { polyfill: false } },
  }),
  manifest: { name: 'Blank', version: '1.0.0', permissions: ['storage'] },
})
