/** The nodes that a build for this machine declares: `WXT_NODES`, one `chainId=name@url` after another. */
import * as z from 'zod/mini'
import { isLoopbackUrl, isWebUrl } from '@/src/lib/web-url'
import { parser } from './parser'

/** A node of the build's own configuration; its name is the operator's. */
const buildNode = z.object({
  chainId: z.int().check(z.positive()),
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/)),
  url: z.string().check(z.refine((url) => isWebUrl(url) && isLoopbackUrl(url))),
})

const buildNodes = z.pipe(
  z.pipe(z.string(), z.transform(split)),
  z.array(buildNode).check(
    z.refine((nodes) => {
      const names = nodes.map(({ chainId, name }) => `${chainId} ${name}`)
      return new Set(names).size === names.length
    }),
  ),
)

export type BuildNode = z.infer<typeof buildNode>

function split(text: string): unknown[] {
  return text
    .split(',')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, id, name, url] = /^(\d{1,16})=([^@]*)@(.*)$/.exec(entry) ?? []
      return { chainId: Number(id), name, url }
    })
}

/** Reads the list; refused as a whole where one entry is not a named node of this machine. */
export const parseBuildNodes = parser(buildNodes)

/**
 * The operators of a build whose own service is on this machine; undefined for any other build, which
 * never counts a node of this machine, whatever stands in its environment.
 */
export function nodesOfBuild(serviceUrl: string, nodes: string): readonly BuildNode[] | undefined {
  if (!isLoopbackUrl(serviceUrl)) return undefined
  const read = parseBuildNodes(nodes)
  return read.ok ? read.value : []
}
