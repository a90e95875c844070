import type { WorkerCommand } from '@/src/contract/bridge'

/**
 * A command of our own worker, else undefined. Checks what routing depends on; the worker itself
 * builds and checks the rest, and the page script reads known fields only.
 */
export function parseCommand(value: unknown): WorkerCommand | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const command = value as Partial<Record<string, unknown>>
  if (command.v !== 1) return undefined
  switch (command.type) {
    case 'discover':
      return value as WorkerCommand
    case 'inspect':
      return typeof command.walletId === 'string' ? (value as WorkerCommand) : undefined
    case 'ledger':
      return Array.isArray(command.attemptIds) && command.attemptIds.every(isId)
        ? (value as WorkerCommand)
        : undefined
    case 'ask':
      return isId(command.attemptId) &&
        typeof command.walletId === 'string' &&
        typeof command.request === 'object' &&
        command.request !== null
        ? (value as WorkerCommand)
        : undefined
    case 'siteEvent':
      return isId(command.requestId) && typeof command.event === 'object' && command.event !== null
        ? (value as WorkerCommand)
        : undefined
    default:
      return undefined
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)
}
