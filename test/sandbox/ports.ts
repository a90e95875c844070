/** Fixed loopback ports, uncommon on purpose: bookmarks and built extensions keep working. */
export const defaultPorts = {
  service: 47801,
  fiat: 47802,
  embed: 47803,
  signer: 47804,
  dapp: 47805,
  control: 47806,
  nodes: 47807,
  firstEvm: 47811,
  secondEvm: 47812,
  solana: 47813,
} as const

export type Ports = Record<keyof typeof defaultPorts, number>

/** 0 asks the system for a free one. */
export const freePorts: Ports = {
  service: 0,
  fiat: 0,
  embed: 0,
  signer: 0,
  dapp: 0,
  control: 0,
  nodes: 0,
  firstEvm: 0,
  secondEvm: 0,
  solana: 0,
}
