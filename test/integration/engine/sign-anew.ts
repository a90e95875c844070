import { createHash, type KeyObject, randomBytes } from 'node:crypto'

/** Curve of ed25519 in coordinates without divisions: https://www.rfc-editor.org/rfc/rfc8032#section-5.1.4 */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint]

const P = 2n ** 255n - 19n
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
const mod = (value: bigint, by = P) => ((value % by) + by) % by

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [left, square] = [exponent, mod(base)]; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

const D = mod(-121_665n * power(121_666n, P - 2n))
const BASE_X =
  15_112_221_349_535_400_772_501_151_409_588_531_511_454_012_693_041_857_206_046_113_283_949_847_762_202n
const BASE_Y = mod(4n * power(5n, P - 2n))
const BASE: Point = [BASE_X, BASE_Y, 1n, mod(BASE_X * BASE_Y)]

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const [a, b] = [mod((y1 - x1) * (y2 - x2)), mod((y1 + x1) * (y2 + x2))]
  const [c, d] = [mod(2n * t1 * t2 * D), mod(2n * z1 * z2)]
  const [e, f, g, h] = [b - a, d - c, d + c, b + a]
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)]
}

function times(scalar: bigint): Uint8Array {
  let result: Point = [0n, 1n, 1n, 0n]
  let square = BASE
  for (let left = scalar; left > 0n; left >>= 1n) {
    if (left & 1n) result = add(result, square)
    square = add(square, square)
  }
  const [x, y, z] = result
  const inverse = power(z, P - 2n)
  return toBytes(mod(y * inverse) | ((mod(x * inverse) & 1n) << 255n))
}

const toNumber = (bytes: Uint8Array) =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
const toBytes = (value: bigint) =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
const hash = (...parts: Uint8Array[]) =>
  new Uint8Array(parts.reduce((sum, part) => sum.update(part), createHash('sha512')).digest())

/**
 * Another right signature of the same message: what the rules derive of key and message, who has the key may
 * choose freely. https://www.rfc-editor.org/rfc/rfc8032#section-5.1.6
 */
export function signAnew(key: KeyObject, message: Uint8Array): Uint8Array {
  const { d = '', x = '' } = key.export({ format: 'jwk' })
  const seed = hash(new Uint8Array(Buffer.from(d, 'base64url'))).slice(0, 32)
  const scalar = (toNumber(seed) & (2n ** 254n - 8n)) | (2n ** 254n)
  const chosen = toNumber(new Uint8Array(randomBytes(32))) % L
  const point = times(chosen)
  const publicKey = new Uint8Array(Buffer.from(x, 'base64url'))
  const challenge = toNumber(hash(point, publicKey, message))
  return Uint8Array.of(...point, ...toBytes(mod(chosen + challenge * scalar, L)))
}
