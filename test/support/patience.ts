import { vi } from 'vitest'

/** What is waited for comes in a moment, and on a busy machine in some seconds; by itself it is given one. */
const patience = 20_000

const { waitFor } = vi
const patientWaitFor: typeof waitFor = (check, options = { timeout: patience }) =>
  waitFor(check, options)

// Files of one worker share `vi`.
if (waitFor.name !== patientWaitFor.name) vi.waitFor = patientWaitFor
