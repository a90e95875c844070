import { plural } from '../format/plural'
import { catalogue } from './catalogue'

/** Lengths of time, and how long ago something was, as short as a list has room for. */
export const timeText = catalogue('time', {
  seconds: (count: number) => `${count}\u00a0s`,
  minutes: (count: number) => `${count}\u00a0min`,
  hours: (count: number) => `${count}\u00a0h`,
  hoursMinutes: (hours: number, minutes: number) => `${hours}\u00a0h ${minutes}\u00a0min`,
  justNow: 'just now',
  minutesAgo: (count: number) => `${count} min ago`,
  hoursAgo: (count: number) => `${count} h ago`,
  daysAgo: (count: number) =>
    plural(count, { one: `${count} day ago`, other: `${count} days ago` }),
} as const)
