import { readFileSync } from 'node:fs'

/** `npm run` is at most: npm, a shell, tsx, us. */
const maxLinks = 4

/**
 * Tells whether everyone who started us is still there. `npm run` does not hand a SIGTERM on
 * through its shell, so a stopped npm is known only by the shell's child having a new parent.
 */
export function watchLaunchers(): () => boolean {
  const links = listLinks()
  const parent = process.ppid
  return () =>
    process.ppid === parent && links.every((link) => readProcess(link.pid)?.parent === link.parent)
}

type Link = { pid: number; parent: number }

/** From our parent up to npm; nothing where npm did not start us or the system has no `/proc`. */
function listLinks(): Link[] {
  const links: Link[] = []
  let pid = process.ppid
  for (let count = 0; count < maxLinks; count += 1) {
    const process = readProcess(pid)
    if (process === undefined) return []
    if (process.name.startsWith('npm')) return links
    links.push({ pid, parent: process.parent })
    pid = process.parent
  }
  return []
}

function readProcess(pid: number): { name: string; parent: number } | undefined {
  try {
    // `pid (name) state parent …`, and the name may hold anything.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const name = text.slice(text.indexOf('(') + 1, end)
    return { name, parent: Number(text.slice(end + 2).split(' ')[1]) }
  } catch {
    // No such process, or no such file system.
    return undefined
  }
}
