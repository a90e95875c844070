import { describe, expect, it } from 'vitest'
import { workerCommand } from '@/src/contract/bridge'
import { parseCommand } from './parse-command'

const attemptId = '0123456789abcdef0123456789abcdef'
const commands = [
  {
    v: 1,
    type: 'ask',
    attemptId,
    orderId: 'a'.repeat(32),
    stepId: 'deposit',
    walletId: 'com.example',
    request: { kind: 'connect', family: 'eip155' },
  },
  { v: 1, type: 'discover' },
  { v: 1, type: 'inspect', walletId: 'com.example', family: 'solana' },
  { v: 1, type: 'ledger', attemptIds: [attemptId] },
  { v: 1, type: 'siteEvent', requestId: attemptId, event: { name: 'filled', reason: 'x' } },
]

describe('a command of the worker', () => {
  it.each(commands)('is understood as the contract has it: $type', (command) => {
    expect(workerCommand.safeParse(command).success).toBe(true)
    expect(parseCommand(command)).toEqual(command)
  })

  it.each(commands)('of another version is not obeyed: $type', (command) => {
    expect(parseCommand({ ...command, v: 2 })).toBeUndefined()
  })

  it('knows every event that the contract has for sites', () => {
    for (const name of [
      ...['opened', 'rejected', 'dismissed', 'started'],
      ...['submitted', 'filled', 'refunded', 'failed'],
    ]) {
      const command = { v: 1, type: 'siteEvent', requestId: attemptId, event: { name } }
      expect(workerCommand.safeParse(command).success).toBe(true)
      expect(parseCommand(command)).toEqual(command)
    }
  })
})
