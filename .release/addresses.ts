/** What a build speaks to: the five addresses, from the build's environment. */
const names = [
  'WXT_SERVICE_URL',
  'WXT_FIAT_URL',
  'WXT_QR_URL',
  'WXT_EMBED_URL',
  'WXT_SIGNER_URL',
] as const

export type Environment = Readonly<Record<string, string | undefined>>

/** Whether an address is one for real use: `https`. */
export const isSecure = (address: string) =>
  URL.canParse(address) && new URL(address).protocol === 'https:'

/** A QR address may be a path: it is resolved against the embed origin. */
const isRelative = (address: string) => !URL.canParse(address)

/**
 * What keeps a build from being packed for a store, in words, one each; none where every address is
 * `https` and no site is granted at install. A build without addresses of its own speaks to the sandbox.
 */
function findObstacles(env: Environment): string[] {
  const obstacles = names
    .filter((name) => {
      const address = env[name] ?? ''
      if (name === 'WXT_QR_URL' && isRelative(address)) return false
      return !isSecure(address)
    })
    .map((name) => `set ${name} to an https address: it is "${env[name] ?? ''}"`)
  if (env.WXT_SANDBOX_HOSTS) obstacles.push('leave WXT_SANDBOX_HOSTS out')
  return obstacles
}

/**
 * Lets only a build for real use be packed.
 *
 * @throws Error that says what to set.
 */
export function refuseSandbox(env: Environment): void {
  const obstacles = findObstacles(env)
  if (obstacles.length === 0) return
  const list = obstacles.map((each) => `\n  - ${each}`).join('')
  throw new Error(`This build speaks to the sandbox and is not packed for a store:${list}`)
}

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
