/**
 * The address of something that is absolute, or lies below a base address whose own path is kept: `/a`
 * and `a` below `https://host/api` are both `https://host/api/a`.
 */
export function resolveBelow(base: string, path: string): string {
  if (URL.canParse(path)) return path
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}
