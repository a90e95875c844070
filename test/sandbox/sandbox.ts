import type { SandboxInfo } from './info'

export type SandboxOptions = {
  /** Ids of the two EVM chains; 8453 and 42161 by default. */
  evm?: [number, number]
  /** `default`: the fixed ports of `ports.ts`; `free`: whatever the system has free. */
  ports?: 'free' | 'default'
  log?: (line: string) => void
}

export type Sandbox = { info: SandboxInfo; stop(): Promise<void> }

/** Starts chains, service and pages on loopback; resolves when every part answers. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  throw new Error(`not started: ${JSON.stringify(options)}`)
}
