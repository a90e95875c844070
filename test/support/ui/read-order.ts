import type { Page } from '@playwright/test'

/** Figures that read from the left in every language: sums, dollars, shares of a hundred, short addresses, sites. */
const figures = [
  '[-+−]?\\d[\\d.,]*[^\\S\\n][A-Z][A-Z0-9]{1,11}\\b',
  '[-+−]?\\$\\d[\\d.,]*',
  '[-+−]?\\d[\\d.,]*%',
  '0x[0-9a-fA-F]{2,}…[0-9a-fA-F]{2,}',
  'https?://[\\w.*:/-]+',
].join('|')

/**
 * What does not read from the left, on a page whose language runs from the right: the figures in the text that
 * is seen, letter by letter, and in fields, and the groups of whole addresses.
 */
export async function findTurned(page: Page): Promise<string[]> {
  return page.evaluate((source) => {
    const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      if (node.parentElement?.checkVisibility() && !node.parentElement.closest('.sr-only, option'))
        nodes.push(node)
    }
    const blockOf = (node: Node): Element | null => {
      let at = node.parentElement
      while (at !== null && getComputedStyle(at).display === 'inline') at = at.parentElement
      return at
    }
    const letters: { node: Text; at: number }[] = []
    let text = ''
    let last: Element | null = null
    for (const node of nodes) {
      const block = blockOf(node)
      // No figure goes on from one block, or from one item of a row, to the next.
      if (block !== last) {
        letters.push({ node, at: 0 })
        text += '\n'
      }
      last = block
      for (let at = 0; at < node.data.length; at++) letters.push({ node, at })
      text += node.data
    }
    const turned: string[] = []
    /** Boxes from left to right as they are read, where they are on one line. */
    const check = (said: string, boxes: DOMRect[]) => {
      boxes.forEach((box, index) => {
        const before = boxes[index - 1]
        const isLevel = before && box.top < before.bottom && before.top < box.bottom
        if (isLevel && box.left < before.left - 1) turned.push(`${said}, at ${index}`)
      })
    }
    for (const { 0: said, index } of text.matchAll(new RegExp(source, 'g'))) {
      const boxes = letters.slice(index, index + said.length).map(({ node, at }) => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect()
      })
      check(
        said,
        boxes.filter(({ width }) => width > 0),
      )
    }
    // Of a field no letter has a box; its direction is what turns a figure with a sign or three dots in it.
    for (const field of place.querySelectorAll('input')) {
      const isFigure = /^([-−]\d|\d[\d.,]*…)[\d.,]*$/.test(field.value) && field.checkVisibility()
      if (isFigure && getComputedStyle(field).direction === 'rtl') turned.push(field.value)
    }
    for (const groups of place.querySelectorAll('.address-groups')) {
      if (!groups.checkVisibility()) continue
      check(
        groups.textContent ?? '',
        [...groups.children].map((group) => group.getBoundingClientRect()),
      )
    }
    return [...new Set(turned)]
  }, figures)
}
