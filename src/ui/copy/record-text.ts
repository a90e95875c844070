/** What the person's own orders say of a filler. */
export const recordText = {
  title: 'Your own record',
  none: 'You have no order with it yet.',
  came: (came: number, orders: number, isPair: boolean) =>
    `${came} of your ${orders === 1 ? '1 order' : `${orders} orders`} ${isPair ? 'between these networks ' : ''}arrived`,
  onTime: 'usually on time',
  sooner: (time: string) => `usually ${time} sooner than promised`,
  later: (time: string) => `usually ${time} later than promised`,
  above: (percent: string) => `usually ${percent} above the minimum`,
  source: 'Counted on this computer, as two nodes or your own saw the money arrive.',
} as const
