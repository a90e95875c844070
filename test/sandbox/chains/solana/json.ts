// Numbers on this wire are u64: some, as rentEpoch, do not fit a JavaScript number.
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** Writes JSON with bigints as plain numbers, of any size. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'bigint' ? rawJSON(part.toString()) : part,
  )
