const LANE = (1n << 64n) - 1n
const RATE_BYTES = 136
const ROUNDS = 24

function rotateLeft(lane: bigint, bits: number): bigint {
  const by = BigInt(bits)
  return ((lane << by) | (lane >> (64n - by))) & LANE
}

/** One bit of the round constants: the 8-bit LFSR of FIPS 202, section 3.2.5. */
function roundConstantBits(): () => bigint {
  let register = 1
  return () => {
    const bit = BigInt(register & 1)
    register = (register << 1) ^ ((register >> 7) * 0x171)
    return bit
  }
}

function roundConstants(): bigint[] {
  const nextBit = roundConstantBits()
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n
    for (let j = 0; j < 7; j++) constant |= nextBit() << ((1n << BigInt(j)) - 1n)
    return constant
  })
}

/** Where each lane of rho and pi goes, and how far it turns: FIPS 202, sections 3.2.2 and 3.2.3. */
function laneMoves(): { from: number; to: number; bits: number }[] {
  const moves: { from: number; to: number; bits: number }[] = [{ from: 0, to: 0, bits: 0 }]
  let [x, y] = [1, 0]
  for (let t = 0; t < 24; t++) {
    const next = (2 * x + 3 * y) % 5
    moves.push({ from: x + 5 * y, to: y + 5 * next, bits: (((t + 1) * (t + 2)) / 2) % 64 })
    ;[x, y] = [y, next]
  }
  return moves
}

const CONSTANTS = roundConstants()
const MOVES = laneMoves()
const lane = (state: readonly bigint[], index: number): bigint => state[index] ?? 0n

function permute(state: bigint[]): void {
  for (const constant of CONSTANTS) {
    const parity = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ lane(state, x + row), 0n),
    )
    const mixed = state.map((value, i) => {
      const x = i % 5
      return value ^ lane(parity, (x + 4) % 5) ^ rotateLeft(lane(parity, (x + 1) % 5), 1)
    })
    const moved: bigint[] = new Array(25).fill(0n)
    for (const { from, to, bits } of MOVES) moved[to] = rotateLeft(lane(mixed, from), bits)
    for (let i = 0; i < 25; i++) {
      const row = i - (i % 5)
      const x = i % 5
      const next = lane(moved, row + ((x + 1) % 5))
      state[i] = lane(moved, i) ^ (~next & LANE & lane(moved, row + ((x + 2) % 5)))
    }
    state[0] = lane(state, 0) ^ constant
  }
}

/**
 * Hashes bytes with Keccak-256 as Ethereum uses it (the padding before FIPS 202 added its suffix).
 *
 * Small rather than fast: it serves address checksums where no chain library may be imported.
 */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / RATE_BYTES) + 1) * RATE_BYTES)
  padded.set(message)
  padded[message.length] = (padded[message.length] ?? 0) ^ 0x01
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) ^ 0x80

  const state: bigint[] = new Array(25).fill(0n)
  const view = new DataView(padded.buffer)
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    for (let i = 0; i < RATE_BYTES / 8; i++) {
      state[i] = lane(state, i) ^ view.getBigUint64(block + i * 8, true)
    }
    permute(state)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 4; i++) digest.setBigUint64(i * 8, lane(state, i), true)
  return new Uint8Array(digest.buffer)
}
