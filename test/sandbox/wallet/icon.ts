/** Hue of a wallet's mark, so that two of them are told apart at a glance. */
export function hueOf(name: string): number {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 360
  return sum
}

/** The mark of a sandbox wallet: its initial on a colour of its own. */
export function drawIcon(name: string): string {
  const hue = hueOf(name)
  const initial = /\p{L}/u.exec(name)?.[0].toUpperCase() ?? 'W'
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">',
    '<defs><linearGradient id="g" x2="1" y2="1">',
    `<stop stop-color="hsl(${hue} 62% 52%)"/>`,
    `<stop offset="1" stop-color="hsl(${(hue + 28) % 360} 68% 38%)"/>`,
    '</linearGradient></defs>',
    '<rect width="96" height="96" rx="24" fill="url(#g)"/>',
    '<text x="48" y="50" fill="#fff" font-family="system-ui,sans-serif" font-size="52" ',
    `font-weight="700" text-anchor="middle" dominant-baseline="central">${initial}</text></svg>`,
  ].join('')
}

export function iconUri(name: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(drawIcon(name)).toString('base64')}`
}
