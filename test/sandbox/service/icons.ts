/** A disc with the first letters of a name, in a colour that the name decides. */
export function drawIcon(name: string): string {
  const letters = name
    .replace(/[^\p{L}\p{N}?]/gu, '')
    .slice(0, 2)
    .toUpperCase()
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">',
    `<circle cx="32" cy="32" r="32" fill="hsl(${hue} 55% 42%)"/>`,
    '<text x="32" y="41" fill="#fff" font-family="sans-serif" font-size="26" font-weight="700"',
    ` text-anchor="middle">${letters}</text></svg>`,
  ].join('')
}
