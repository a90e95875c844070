import type { Route } from '@/src/contract/service/quote'
import { plainText } from '../format/text'
import { catalogue } from './catalogue'

const types: Record<string, string> = catalogue('route-types', {
  'native-filler': 'Direct filler',
  'external-intent-router': 'Intent network',
  'liquidity-router': 'Liquidity network',
  'aggregator-router': 'Aggregator',
})

const tags: Record<string, string> = catalogue('route-tags', {
  '1-click': '1 step',
  'needs-approval': '2 steps',
})

/** A word of ours; what others call a kind may be the name of a property that every object has. */
const own = (words: Record<string, string>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** Names who would fill a route, by kind; a new kind is named by its own word. */
export function routeTypeLabel(route: Pick<Route, 'type'>): string {
  return own(types, route.type) ?? plainText(route.type.replaceAll('-', ' '), 28)
}

/** Names a tag of a route; a new tag is shown as it is. */
export function tagLabel(tag: string): string {
  return own(tags, tag) ?? plainText(tag.replaceAll('-', ' '), 20)
}
