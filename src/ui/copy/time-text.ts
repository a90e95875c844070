import { plural } from '../format/plural'
import { catalogue } from './catalogue'

/** Lengths of time, and how long ago something was, as short as a list has room for. */
export const timeText = catalogue('time', {
  seconds: (count: number) => `${count} s`,
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  hoursMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  justNow: 'just now',
  minutesAgo: (count: number) => `${count} min ago`,
  hoursAgo: (count: number) => `${count} h ago`,
  daysAgo: (count: number) =>
    plural(count, { one: `${count} day ago`, other: `${count} days ago` }),
} as const)
