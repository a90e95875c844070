import { InvalidResponseError } from '@/src/domain/service/service-error'
import type { Limit } from './limit'

function tooLarge(maxBytes: number, status: number): InvalidResponseError {
  const details = { status, body: null }
  return new InvalidResponseError(`The answer is larger than ${maxBytes} bytes`, '', details)
}

/** Reads a body piece by piece, so that an endless one is refused before it fills the memory. */
export async function* readChunks(
  response: Response,
  limit: Limit,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    throw tooLarge(maxBytes, response.status)
  }
  const reader = response.body?.getReader()
  if (!reader) return
  let total = 0
  while (true) {
    const { done, value } = await limit.race(reader.read())
    if (done) return
    total += value.byteLength
    if (total > maxBytes) throw tooLarge(maxBytes, response.status)
    yield value
  }
}

/** Reads a whole body. @throws InvalidResponseError (SVC3003) when it is too large. */
export async function readBytes(
  response: Response,
  limit: Limit,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of readChunks(response, limit, maxBytes)) {
    chunks.push(chunk)
    total += chunk.byteLength
  }
  const bytes = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** Reads a whole body as text. @throws InvalidResponseError (SVC3003) when it is too large. */
export async function readText(
  response: Response,
  limit: Limit,
  maxBytes: number,
): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, limit, maxBytes))
}

/** Parses the JSON of an answer that was not refused. @throws InvalidResponseError (SVC3003). */
export function parseJson(text: string, what: string, status: number | null): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const details = { status, body: text.slice(0, 2000) }
    throw new InvalidResponseError(`The ${what} answer is not JSON`, '', details, cause)
  }
}
