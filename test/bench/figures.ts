/** The benchmark's figures: how they are taken so that a busy machine spoils none, and how they are shown. */

/**
 * One line of the table. `blank` is what `here` is held against: a blank extension, or the same with less to
 * do. A goal is a ratio where there is something to hold it against, else an amount.
 */
export type Line = {
  measure: string
  unit: 'ms' | 'kB' | 's' | ''
  blank?: number
  here: number
  goal?: number
}

export function ratioOf({ blank, here }: Line): number | undefined {
  return blank === undefined ? undefined : here / blank
}

/** Whether a line keeps its goal; undefined without one. */
export function isMet(line: Line): boolean | undefined {
  return line.goal === undefined ? undefined : (ratioOf(line) ?? line.here) <= line.goal
}

/** The value that this share of them is not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/**
 * Runs each of `runs` in turn, `rounds` times over: what slows the machine meanwhile slows all. Gives the
 * medians of each.
 */
export async function takeTurns<F extends Record<string, number>>(
  runs: readonly (() => Promise<F>)[],
  rounds: number,
): Promise<F[]> {
  const found = runs.map((): F[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, run] of runs.entries()) found[index]?.push(await run())
  }
  return found.map((each) => {
    const names = Object.keys(each[0] ?? {})
    return Object.fromEntries(
      names.map((name) => [name, median(each.map((one) => one[name] ?? Number.NaN))]),
    ) as F
  })
}

/** Prints the table. */
export function print(lines: readonly Line[]): void {
  const row = ([name = '', ...rest]: string[]) =>
    console.log(`${name.padEnd(64)}${rest.map((cell) => cell.padStart(11)).join('')}`)
  row(['measure', 'blank', 'here', 'ratio', 'goal', 'met'])
  for (const line of lines) {
    const amount = (value?: number) =>
      value === undefined ? '-' : `${value.toFixed(value < 100 ? 1 : 0)} ${line.unit}`.trim()
    const times = (value?: number) => (value === undefined ? '-' : `${value.toFixed(2)}x`)
    const met = isMet(line)
    row([
      line.measure,
      amount(line.blank),
      amount(line.here),
      times(ratioOf(line)),
      line.blank === undefined ? amount(line.goal) : times(line.goal),
      met === undefined ? '-' : met ? 'yes' : 'no',
    ])
  }
}
