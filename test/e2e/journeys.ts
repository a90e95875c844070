/**
 * Journeys are made in Chromium and in Firefox by the same files, which take their test from `./browsers`;
 * what only Firefox has stands in files named `firefox-…`. These are made in Chromium alone, for this reason.
 */
export const chromiumAlone: Record<string, string> = {
  bfcache: 'holds the page in Chromium’s own cache, and reads there why it was not kept',
  entries:
    'gives the events of the menu and of the address bar to the worker, and looks into the popup that the worker opens; in Firefox a person’s own way in is made by firefox-entries',
  'headless-provider':
    'the wallet of that name is put into a page by Playwright’s own bindings, which Firefox’s pages are not driven with',
  idle: 'waits for Chrome’s worker to fall asleep with nobody attached; the event page’s sleep is in firefox-sleep',
  isolation:
    'of the Chromium that one test after another is lent; in Firefox each test has its own',
  'mac-keys': 'sends the keys of a Mac over Chromium’s own protocol',
  opener:
    'what a checkout may do to the page that opened it: in Firefox none is told, and firefox-buy holds that it reaches nothing',
  ungranted: 'starts a store’s build in Chromium; in Firefox access to sites is in firefox-access',
  welcome: 'the page that Chromium opens at the installation; Firefox’s own is in firefox-welcome',
}

/** The files of one or more names, as Playwright matches them. */
export const specsOf = (...names: string[]): string[] => names.map((name) => `**/${name}.spec.ts`)
