/** What a build speaks to: the five addresses, from the build's environment. */
const names = [
  'WXT_SERVICE_URL',
  'WXT_FIAT_URL',
  'WXT_QR_URL',
  'WXT_EMBED_URL',
  'WXT_SIGNER_URL',
] as const

export type Environment = Readonly<Record<string, string | undefined>>

const isSecure = (address: string) =>
  URL.canParse(address) && new URL(address).protocol === 'https:'

/**
 * Takes the sandbox's nodes out of an environment whose service is a real one: such a build ignores them,
 * and need not carry them.
 */
export function withoutSandboxNodes(env: Record<string, string | undefined>): void {
  if (isSecure(env.WXT_SERVICE_URL ?? '')) env.WXT_NODES = ''
}

/** The environment as the `.env` of a package of sources: a build from there speaks to the same addresses. */
export function writeEnvironment(env: Environment): string {
  const lines = names.map((name) => `${name}=${env[name] ?? ''}`)
  return `# The addresses of this package's build.\n${lines.join('\n')}\n`
}
