/** Whether `url` is `base` itself or lies under it: the same origin, and a path that begins with its own. */
export function isPageOf(base: string, url: string): boolean {
  if (!URL.canParse(base) || !URL.canParse(url)) return false
  const [whole, part] = [new URL(base), new URL(url)]
  return whole.origin === part.origin && part.pathname.startsWith(whole.pathname)
}
