/** A line of a backup holds at most fifty orders: far more than this is no backup, characters. */
const longestLine = 64_000_000

/** The lines of a file, one after another: never the whole file in memory. Fails with RangeError. */
export async function* linesOf(file: Blob): AsyncGenerator<string> {
  let rest = ''
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const parts = (rest + value).split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > longestLine) throw new RangeError('A line is too long')
    yield* parts
  }
  if (rest !== '') yield rest
}
