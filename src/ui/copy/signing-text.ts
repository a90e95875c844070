import { catalogue } from './catalogue'

/** What the settings say of the signing page and its comparison. */
export const signingText = catalogue('signing', {
  title: 'Compare the signing page',
  hint: 'Where no open page has your wallet, Causeway asks it through this one. Anybody may host it, as long as it is the page of this version, byte for byte.',
  none: 'No address is set for it.',
  hash: 'SHA-256 of the page of this version',
  copyHash: 'Copy the hash',
  command: 'To compare it yourself: this prints the hash of what is served',
  copyCommand: 'Copy the command',
  check: 'Check now',
  checking: 'Checking...',
  same: (host: string) => `${host} serves the page of this version.`,
  other: (host: string) =>
    `${host} serves another page. Approve nothing there until you know why: it may belong to another version, or somebody changed it.`,
  otherHash: 'Hash of what it serves',
  unread: (host: string) =>
    `${host} could not be read. It does not answer, leads elsewhere, or lets no extension read it. The command compares it all the same.`,
  limit: 'It says what is served now, not what will be served later.',
} as const)
