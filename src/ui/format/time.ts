import { timeText } from '../copy/time-text'
import { momentLanguage } from './language'

/** Writes a length of time for reading: `12 s`, `3 min`, `1 h 20 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return timeText.seconds(whole)
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return timeText.minutes(minutes)
  const rest = minutes % 60
  const hours = Math.floor(minutes / 60)
  return rest === 0 ? timeText.hours(hours) : timeText.hoursMinutes(hours, rest)
}

/** Writes remaining seconds as a clock: `0:42`, `12:05`, and hours as `23 h`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole >= 7_200) return timeText.hours(Math.floor(whole / 3_600))
  return `${Math.floor(whole / 60)}:${(whole % 60).toString().padStart(2, '0')}`
}

/** Writes how long ago something was: `just now`, `4 min ago`, `2 days ago`, then the date. */
export function formatAgo(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 45) return timeText.justNow
  // As they are rounded: an hour is not 60 minutes, nor a day 24 hours.
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return timeText.minutesAgo(minutes)
  const hours = Math.round(seconds / 3_600)
  if (hours < 24) return timeText.hoursAgo(hours)
  const days = Math.round(seconds / 86_400)
  return days <= 6 ? timeText.daysAgo(days) : formatDate(at)
}

/** Writes a moment in the person's own time zone: `20 Nov 2026, 14:05`. */
export function formatDateTime(at: number): string {
  return new Intl.DateTimeFormat(momentLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at)
}

/** Writes the time of day of a moment: `14:05`. */
export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(momentLanguage(), { timeStyle: 'short' }).format(at)
}

function formatDate(at: number): string {
  return new Intl.DateTimeFormat(momentLanguage(), { dateStyle: 'medium' }).format(at)
}
