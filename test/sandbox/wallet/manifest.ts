import type { WalletConfig } from './config'

/** The wallet's manifest as JSON: both browsers read it, each ignores the other's background entry. */
export function manifestOf(config: WalletConfig, key: string): string {
  const matches = ['http://*/*', 'https://*/*']
  const common = { matches, run_at: 'document_start', all_frames: true }
  const manifest = {
    manifest_version: 3,
    name: config.name,
    version: '1.0.0',
    description: 'A wallet with test keys over a sandbox of local chains. Never put money on it.',
    key,
    permissions: ['storage', 'alarms'],
    host_permissions: matches,
    background: { service_worker: 'worker.js', scripts: ['worker.js'] },
    action: { default_title: config.name, default_popup: 'control.html' },
    content_scripts: [
      { ...common, js: ['relay.js'] },
      { ...common, js: ['page.js'], world: 'MAIN' },
    ],
    browser_specific_settings: {
      gecko: { id: `${config.rdns}@sandbox`, strict_min_version: '128.0' },
    },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
